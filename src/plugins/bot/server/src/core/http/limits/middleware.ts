import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { codeOf } from '../../protocol/errors';
import { rateLimitHeaders } from '../../protocol/headers/rate-limit-headers';
import { createHealthTest } from '../health/path';
import { getTokenService } from '../token/token';

import { getRateLimitService } from './rate-limit';

/**
 * Applies the limits to every request but health, and reports them in the `RateLimit` headers. The
 * right token is let in from any address: strangers may share that of the bot, behind a proxy.
 */
export const createRateLimit = (strapi: Core.Strapi): Middleware => {
  const isHealth = createHealthTest(strapi);

  return async (ctx, next) => {
    if (isHealth(ctx)) {
      return next();
    }
    const limits = getRateLimitService(strapi);
    if (getTokenService(strapi).isRight(ctx.req.headers.authorization)) {
      ctx.set(rateLimitHeaders(limits.countBot()));
      return next();
    }
    await limits.assertNotBlocked(ctx.ip);
    ctx.set(rateLimitHeaders(await limits.countStranger(ctx.ip)));
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
