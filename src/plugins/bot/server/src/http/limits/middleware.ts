import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { codeOf } from '../../protocol/errors';
import { rateLimitHeaders } from '../../protocol/headers/rate-limit-headers';
import { createHealthTest } from '../health/path';
import { getTokenService } from '../token/token';

import { getRateLimitService } from './rate-limit';

/** Applies the limits to every request but health, and reports them in the `RateLimit` headers. */
export const createRateLimit = (strapi: Core.Strapi): Middleware => {
  const isHealth = createHealthTest(strapi);

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
