import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { protocolError } from '../../protocol/errors';
import { toErrorResponse, toProtocolError } from '../../protocol/error-response';

/**
 * Answers every error under the protocol's path in the one envelope. It is the only place
 * that catches, and the only one that logs what went wrong on this side.
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
      if (error.status === 500) {
        strapi.log.error(error.cause);
      }
      const response = toErrorResponse(error);
      ctx.set(response.headers);
      ctx.status = response.status;
      ctx.body = response.body;
    }
  };
