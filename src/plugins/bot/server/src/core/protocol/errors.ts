import {
  ERRORS,
  isErrorCode,
  RETRY_AFTER,
  type ErrorCode,
  type FieldError,
} from '@fleet-bot/protocol';
import createError, { type HttpError } from 'http-errors';
import _ from 'lodash';

/** The code of a protocol error; undefined for other errors. */
export const codeOf = (error: unknown): ErrorCode | undefined => {
  const code: unknown = _.get(error, 'details.code');
  return isErrorCode(code) ? code : undefined;
};

export interface ProtocolErrorOptions {
  message?: string;
  /** Properties of the error's `details` in addition to `code`. */
  details?: Record<string, unknown> & { errors?: FieldError[] };
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An `http-errors` error with an error code of the protocol. */
export type ProtocolError = HttpError;

/** Creates an error with this code, and with status, message and `Retry-After` from the protocol. */
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
