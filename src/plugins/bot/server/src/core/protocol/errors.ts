import {
  ERRORS,
  isErrorCode,
  RETRY_AFTER,
  type ErrorCode,
  type FieldError,
} from '@fleet-bot/protocol';
import createError, { type HttpError } from 'http-errors';
import _ from 'lodash';

/** The code of an error of the protocol; undefined for any other thing that was thrown. */
export const codeOf = (error: unknown): ErrorCode | undefined => {
  const code: unknown = _.get(error, 'details.code');
  return isErrorCode(code) ? code : undefined;
};

export interface ProtocolErrorOptions {
  message?: string;
  /** Added beside `details.code`. */
  details?: Record<string, unknown> & { errors?: FieldError[] };
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error of `http-errors` with a code of the protocol. */
export type ProtocolError = HttpError;

/** An `http-errors` error whose `details.code` is `code`. */
export const protocolError = (
  code: ErrorCode,
  options: ProtocolErrorOptions = {}
): ProtocolError => {
  const [status, message] = ERRORS[code];
  const retryAfter = RETRY_AFTER[code];
  return createError(status, options.message ?? message, {
    details: { code, ...options.details },
    headers: {
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...options.headers,
    },
    cause: options.cause,
    expose: true,
  });
};
