import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { createHealthTest } from './health/path';

/**
 * Keeps answers out of all caches: they are for whoever shows the token, and a cache that stands in
 * front would give them to anybody. Only health is for everybody; it says so itself.
 */
export const createNoStore = (strapi: Core.Strapi): Middleware => {
  const isHealth = createHealthTest(strapi);
  return async (ctx, next) => {
    await next();
    if (!isHealth(ctx)) {
      ctx.set('Cache-Control', 'private, no-store');
      ctx.vary('Authorization');
    }
  };
};
