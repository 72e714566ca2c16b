import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { getService } from '../../services/lookup';

/** Counts the requests that run, and takes no new ones while the site is stopping. */
export const createTraffic =
  (strapi: Core.Strapi): Middleware =>
  async (_ctx, next) => {
    const leave = getService(strapi, 'traffic').enter();
    try {
      await next();
    } finally {
      leave();
    }
  };
