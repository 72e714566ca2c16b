import type { ErrorCode } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import { isHttpError, type HttpError } from 'http-errors';
import type { Context, Middleware } from 'koa';

import { faultOf, refusalOf } from '../database/faults';
import { type Answer, envelopeOf, send, sendError } from '../protocol/send';
import { codeOf, protocolError } from '../protocol/errors';
import { codeOfStrapiError, fieldErrorsOf } from '../strapi/errors';

/** Protocol errors, keyed by `type` of `raw-body` errors. */
const PARSER_ERRORS: Record<string, ErrorCode> = {
  'entity.too.large': 'body-too-large',
  'request.aborted': 'request-aborted',
  'request.size.invalid': 'request-aborted',
};

/** The protocol error for a fault of the disk or database, or for rejected data; undefined for other errors. */
const databaseErrorOf = (error: unknown): HttpError | undefined => {
  const fault = faultOf(error);
  const message = fault === undefined ? refusalOf(error) : undefined;
  const code = message === undefined ? fault : 'invalid-request';
  return code && protocolError(code, { message, cause: error });
};

/** Converts any error to a protocol error. Unexpected errors become `internal-error` without details. */
export const toProtocolError = (error: unknown): HttpError => {
  if (isHttpError(error) && codeOf(error) !== undefined) return error;
  const parserCode = PARSER_ERRORS[String(Reflect.get(Object(error), 'type'))];
  if (parserCode !== undefined) return protocolError(parserCode, { cause: error });
  const databaseError = databaseErrorOf(error);
  if (databaseError !== undefined) return databaseError;
  const code = codeOfStrapiError(error);
  if (code !== undefined) {
    const { message } = error as Error;
    return protocolError(code, { message, details: fieldErrorsOf(error), cause: error });
  }
  return protocolError('internal-error', { cause: error });
};

/** The answer for an error: the standard error format, with the request ID in its details. */
export const toErrorResponse = (error: HttpError, requestId: string): Answer => {
  const { status, name, message, headers, details } = error;
  const body = envelopeOf({ status, name, message, details: { ...details, requestId } });
  return { status, headers, body };
};

/** Protocol errors for statuses that Strapi's router sets itself. */
const ANSWERED_BY_STRAPI: Partial<Record<number, ErrorCode>> = {
  401: 'token-invalid',
  403: 'forbidden',
};

/** Throws the protocol error for an answer that Strapi set itself. */
export const refuseForeignAnswer = (ctx: Context): void => {
  const isNothing = ctx.status === 404 && ctx.body == null;
  const code = isNothing ? 'route-not-found' : ANSWERED_BY_STRAPI[ctx.status];
  if (code !== undefined) throw protocolError(code);
};

/** Answers an error in the standard format and logs server faults. All errors of the protocol are answered here. */
export const answerError = (strapi: Core.Strapi, ctx: Context, thrown: unknown): void => {
  const error = toProtocolError(thrown);
  const requestId: string = ctx.state.requestId;
  const { cause } = error;
  if (cause !== undefined && (error.status >= 500 || refusalOf(cause) !== undefined)) {
    strapi.log.error(`Request ${requestId} failed: ${error.message}`);
    strapi.log.error(cause);
  }
  send(ctx, toErrorResponse(error, requestId));
};

/**
 * Answers database errors outside the protocol with a correct status: full disk 507, unreachable database 503, rejected
 * data 400. Strapi answers 500 for all. Must be called before `bypassStrapiMiddlewares`.
 */
export const answerDatabaseErrors = (strapi: Core.Strapi): void => {
  const answering: Middleware = async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const answer = databaseErrorOf(error);
      if (answer === undefined) throw error;
      strapi.log.error(error);
      sendError(ctx, answer);
    }
  };
  const around =
    (factory: Core.MiddlewareFactory): Core.MiddlewareFactory =>
    (config, context) => {
      const errors = factory(config, context) as Middleware;
      return (ctx, next) => errors(ctx, () => answering(ctx, next));
    };
  strapi.get('middlewares').extend('strapi::errors', around);
};
