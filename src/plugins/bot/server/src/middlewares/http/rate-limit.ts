import type { Core } from '@strapi/strapi';
import { isHttpError } from 'http-errors';
import type { Context, Middleware } from 'koa';

import { PLUGIN_ID } from '../../constants';
import { codeOf } from '../../protocol/errors';
import { getService } from '../../services/lookup';

/**
 * Applies the limits to every request but health, and reports them in the `RateLimit` headers
 * (IETF draft-ietf-httpapi-ratelimit-headers).
 */
export const createRateLimit = (strapi: Core.Strapi): Middleware => {
  const policy = ({ quota, seconds }: { quota: number; seconds: number }) =>
    `"bot";q=${quota};w=${seconds}`;
  const health =
    `${strapi.config.get<string>('api.rest.prefix')}/${PLUGIN_ID}/health`.toLowerCase();
  // Other paths that end like it, and other verbs, ask for the token and must be counted.
  const isHealth = ({ method, path }: Context): boolean =>
    (method === 'GET' || method === 'HEAD') && path.toLowerCase().replace(/\/$/, '') === health;

  return async (ctx, next) => {
    if (isHealth(ctx)) {
      return next();
    }
    const limits = getService(strapi, 'rateLimit');
    ctx.set('RateLimit-Policy', policy(limits.policy));
    await limits.assertMayGuess(ctx.ip);
    try {
      const { remaining, seconds } = limits.countRequest();
      ctx.set('RateLimit', `"bot";r=${remaining};t=${seconds}`);
      await next();
    } catch (error) {
      if (codeOf(error) === 'token-invalid') {
        await limits.countGuess(ctx.ip);
      }
      if (codeOf(error) === 'too-many-requests' && isHttpError(error)) {
        ctx.set('RateLimit', `"bot";r=0;t=${error.headers?.['Retry-After']}`);
      }
      throw error;
    }
  };
};
