import type { ErrorCode } from '@fleet-bot/protocol';
import { isHttpError, type HttpError } from 'http-errors';

import { faultOf } from '../../database/faults';
import { refusalOf } from '../../database/constraint-violations';
import type { Answer } from '../../protocol/answer';
import { envelopeOf } from '../../protocol/envelope';
import { codeOf, protocolError } from '../../protocol/errors';
import { codeOfStrapiError, fieldErrorsOf } from '../../strapi/errors';

/** Errors that `raw-body` throws, by `type`. */
const PARSER_ERRORS: Record<string, ErrorCode> = {
  'entity.too.large': 'body-too-large',
  'request.aborted': 'request-aborted',
  'request.size.invalid': 'request-aborted',
};

/**
 * The protocol's error for what the machine or the database has raised.
 * @returns undefined if it is something else
 */
export const databaseErrorOf = (error: unknown): HttpError | undefined => {
  const fault = faultOf(error);
  if (fault !== undefined) {
    return protocolError(fault, { cause: error });
  }
  const message = refusalOf(error);
  return message === undefined
    ? undefined
    : protocolError('invalid-request', { message, cause: error });
};

/**
 * Finds the protocol's error for anything that was thrown.
 * What nobody foresaw becomes `internal-error`, and nothing of it is shown.
 */
export const toProtocolError = (error: unknown): HttpError => {
  if (isHttpError(error) && codeOf(error) !== undefined) {
    return error;
  }
  const parserCode = PARSER_ERRORS[String(Reflect.get(Object(error), 'type'))];
  if (parserCode !== undefined) {
    return protocolError(parserCode, { cause: error });
  }
  const databaseError = databaseErrorOf(error);
  if (databaseError !== undefined) {
    return databaseError;
  }
  const code = codeOfStrapiError(error);
  if (code !== undefined) {
    const { message } = error as Error;
    return protocolError(code, { message, details: fieldErrorsOf(error), cause: error });
  }
  return protocolError('internal-error', { cause: error });
};

/** The answer to an error: the envelope, with the request's id beside the code. */
export const toErrorResponse = (error: HttpError, requestId: string): Answer => {
  const { status, name, message, headers, details } = error;
  const body = envelopeOf({ status, name, message, details: { ...details, requestId } });
  return { status, headers, body };
};
