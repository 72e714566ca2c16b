import type { ErrorCode } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import { isHttpError, type HttpError } from 'http-errors';
import type { Context, Middleware } from 'koa';

import { refusalOf } from '../database/constraint-violations';
import { faultOf } from '../database/faults';
import type { Answer } from '../protocol/answer';
import { codeOf, protocolError } from '../protocol/errors';
import { envelopeOf, send, sendError } from '../protocol/send';
import { codeOfStrapiError, fieldErrorsOf } from '../strapi/errors';

/** Errors that `raw-body` throws, by `type`. */
const PARSER_ERRORS: Record<string, ErrorCode> = {
  'entity.too.large': 'body-too-large',
  'request.aborted': 'request-aborted',
  'request.size.invalid': 'request-aborted',
};

/** The protocol's error for what the machine or the database has raised; undefined if it is something else. */
const databaseErrorOf = (error: unknown): HttpError | undefined => {
  const fault = faultOf(error);
  const message = fault === undefined ? refusalOf(error) : undefined;
  const code = message === undefined ? fault : 'invalid-request';
  return code && protocolError(code, { message, cause: error });
};

/** The protocol's error for anything thrown; unforeseen errors become `internal-error`, which shows nothing of them. */
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

/** Errors of these statuses Strapi's router answers itself, before they come here. */
const ANSWERED_BY_STRAPI: Partial<Record<number, ErrorCode>> = {
  401: 'token-invalid',
  403: 'forbidden',
};

/** Throws what an answer means that nobody of this plugin has given. */
export const refuseForeignAnswer = (ctx: Context): void => {
  const isNothing = ctx.status === 404 && ctx.body == null;
  const code = isNothing ? 'route-not-found' : ANSWERED_BY_STRAPI[ctx.status];
  if (code !== undefined) {
    throw protocolError(code);
  }
};

/** Answers an error in the envelope; the only place that does so, and that logs faults of this side. */
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
 * Answers database errors outside of the protocol truthfully too: a save on a full disk 507, without a
 * database 503, refused by the database 400. Strapi answers 500 to all of them. Call it before Strapi's
 * middlewares are bypassed for the protocol, which answers such errors itself.
 */
export const answerDatabaseErrors = (strapi: Core.Strapi): void => {
  const answering: Middleware = async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const answer = databaseErrorOf(error);
      if (answer === undefined) {
        throw error;
      }
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
