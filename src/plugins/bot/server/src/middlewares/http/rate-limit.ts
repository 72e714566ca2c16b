import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { codeOf } from '../../protocol/errors';
import { getService } from '../../services/lookup';

const HEALTH = /\/health\/?$/i;

/**
 * Applies the limits to every request but health, and reports them in the `RateLimit` headers
 * (IETF draft-ietf-httpapi-ratelimit-headers).
 */
export const createRateLimit = (strapi: Core.Strapi): Middleware => {
  const policy = ({ quota, seconds }: { quota: number; seconds: number }) =>
    `"bot";q=${quota};w=${seconds}`;

  return async (ctx, next) => {
    if (HEALTH.test(ctx.path)) {
      return next();
    }
    const limits = getService(strapi, 'rateLimit');
    ctx.set('RateLimit-Policy', policy(limits.policy));
    await limits.assertMayGuess(ctx.ip);
    const { remaining, seconds } = limits.countRequest();
    ctx.set('RateLimit', `"bot";r=${remaining};t=${seconds}`);
    try {
      await next();
    } catch (error) {
      if (codeOf(error) === 'token-invalid') {
        await limits.countGuess(ctx.ip);
      }
      throw error;
    }
  };
};
