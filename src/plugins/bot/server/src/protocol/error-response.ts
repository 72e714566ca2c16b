import { errors } from '@strapi/utils';
import { isHttpError } from 'http-errors';

import { codeOf, protocolError, type ErrorCode, type FieldError } from './errors';
import { faultOf } from './faults';

/** What the bot receives for an error; the body is Strapi's own envelope. */
export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: {
    data: null;
    error: {
      status: number;
      name: string;
      message: string;
      details: { code: ErrorCode; requestId: string; [key: string]: unknown };
    };
  };
}

/** Errors thrown by Strapi itself, by class. The order matters: each is an ApplicationError. */
const STRAPI_ERRORS: readonly [new (...args: never[]) => Error, ErrorCode][] = [
  [errors.UnauthorizedError, 'token-invalid'],
  [errors.ForbiddenError, 'forbidden'],
  [errors.NotFoundError, 'publication-not-found'],
  [errors.PayloadTooLargeError, 'body-too-large'],
  [errors.ApplicationError, 'invalid-request'],
];

/** Errors that `raw-body` throws, by `type`. */
const PARSER_ERRORS: Record<string, ErrorCode> = {
  'entity.too.large': 'body-too-large',
  'request.aborted': 'request-aborted',
  'request.size.invalid': 'request-aborted',
};

/** Strapi's field errors without the values, which may be a whole record. */
const fieldErrorsOf = (details: unknown): { errors?: FieldError[] } => {
  const fieldErrors: unknown = Reflect.get(Object(details), 'errors');
  return Array.isArray(fieldErrors)
    ? { errors: fieldErrors.map(({ path, message }: FieldError) => ({ path, message })) }
    : {};
};

/**
 * Finds the protocol's error for anything that was thrown.
 * What nobody foresaw becomes `internal-error`, and nothing of it is shown.
 */
export const toProtocolError = (error: unknown): ReturnType<typeof protocolError> => {
  if (isHttpError(error) && codeOf(error) !== undefined) {
    return error;
  }
  const parserCode = PARSER_ERRORS[String(Reflect.get(Object(error), 'type'))];
  if (parserCode !== undefined) {
    return protocolError(parserCode, { cause: error });
  }
  const fault = faultOf(error);
  if (fault !== undefined) {
    return protocolError(fault, { cause: error });
  }
  const known = STRAPI_ERRORS.find(([type]) => error instanceof type);
  if (known !== undefined) {
    const { message, details } = error as errors.ApplicationError;
    return protocolError(known[1], { message, details: fieldErrorsOf(details), cause: error });
  }
  return protocolError('internal-error', { cause: error });
};

/** Formats an error of the protocol. */
export const toErrorResponse = (
  error: ReturnType<typeof protocolError>,
  requestId: string
): ErrorResponse => ({
  status: error.status,
  headers: error.headers ?? {},
  body: {
    data: null,
    error: {
      status: error.status,
      name: error.name,
      message: error.message,
      details: { ...error.details, requestId },
    },
  },
});
