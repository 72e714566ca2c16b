import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { protocolError } from '../../protocol/errors';
import { toErrorResponse, toProtocolError } from '../../protocol/error-response';

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
    } catch (thrown) {
      const error = toProtocolError(thrown);
      const requestId: string = ctx.state.requestId;
      if (error.status >= 500 && error.cause !== undefined) {
        strapi.log.error(`Request ${requestId} failed: ${error.message}`);
        strapi.log.error(error.cause);
      }
      const response = toErrorResponse(error, requestId);
      ctx.set(response.headers);
      ctx.status = response.status;
      ctx.body = response.body;
    }
  };
