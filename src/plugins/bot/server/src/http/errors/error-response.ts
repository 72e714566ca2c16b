import { isHttpError } from 'http-errors';

import { faultOf } from '../../database/faults';
import { refusalOf } from '../../database/refusals';
import { codeOf, protocolError, type ErrorCode } from '../../protocol/errors';
import { codeOfStrapiError, fieldErrorsOf } from '../../strapi/errors';

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

/** Errors that `raw-body` throws, by `type`. */
const PARSER_ERRORS: Record<string, ErrorCode> = {
  'entity.too.large': 'body-too-large',
  'request.aborted': 'request-aborted',
  'request.size.invalid': 'request-aborted',
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
  const refusal = refusalOf(error);
  if (refusal !== undefined) {
    return protocolError('invalid-request', { message: refusal, cause: error });
  }
  const code = codeOfStrapiError(error);
  if (code !== undefined) {
    const { message } = error as Error;
    return protocolError(code, { message, details: fieldErrorsOf(error), cause: error });
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
