import type { ErrorCode } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { refusalOf } from '../../database/constraint-violations';
import { protocolError } from '../../protocol/errors';
import { send } from '../../protocol/send';

import { toErrorResponse, toProtocolError } from './error-response';

/** Errors of these statuses Strapi's router answers itself, before they come here. */
const ANSWERED_BY_STRAPI: Partial<Record<number, ErrorCode>> = {
  401: 'token-invalid',
  403: 'forbidden',
};

/**
 * Answers every error under the protocol's path in the one envelope. It is the only place
 * that turns an error into an answer, and the only one that logs what went wrong on this side.
 */
export const createErrorEnvelope =
  (strapi: Core.Strapi): Middleware =>
  async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) {
        throw protocolError('route-not-found');
      }
      const code = ANSWERED_BY_STRAPI[ctx.status];
      if (code !== undefined) {
        throw protocolError(code);
      }
    } catch (thrown) {
      const error = toProtocolError(thrown);
      const requestId: string = ctx.state.requestId;
      const { cause } = error;
      if (cause !== undefined && (error.status >= 500 || refusalOf(cause) !== undefined)) {
        strapi.log.error(`Request ${requestId} failed: ${error.message}`);
        strapi.log.error(cause);
      }
      send(ctx, toErrorResponse(error, requestId));
    }
  };
