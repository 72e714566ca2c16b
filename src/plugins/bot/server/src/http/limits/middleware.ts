import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';

import { PLUGIN_ID } from '../../constants';
import { codeOf } from '../../protocol/errors';
import { rateLimitHeaders } from '../../protocol/headers/rate-limit-headers';
import { getTokenService } from '../token/token';

import { getRateLimitService } from './rate-limit';

/** Applies the limits to every request but health, and reports them in the `RateLimit` headers. */
export const createRateLimit = (strapi: Core.Strapi): Middleware => {
  const health =
    `${strapi.config.get<string>('api.rest.prefix')}/${PLUGIN_ID}/health`.toLowerCase();
  // Other paths that end like it, and other verbs, ask for the token and must be counted.
  const isHealth = ({ method, path }: Context): boolean =>
    (method === 'GET' || method === 'HEAD') && path.toLowerCase().replace(/\/$/, '') === health;

  return async (ctx, next) => {
    if (isHealth(ctx)) {
      return next();
    }
    const limits = getRateLimitService(strapi);
    await limits.assertNotBlocked(ctx.ip);
    const isBot = getTokenService(strapi).isRight(ctx.req.headers.authorization);
    const allowance = isBot ? limits.countBot() : await limits.countStranger(ctx.ip);
    ctx.set(rateLimitHeaders(allowance));
    try {
      await next();
    } catch (error) {
      if (codeOf(error) === 'token-invalid') {
        await limits.countFailedAuthentication(ctx.ip);
      }
      throw error;
    }
  };
};
