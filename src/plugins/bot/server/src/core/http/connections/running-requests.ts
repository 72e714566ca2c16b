import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { getGracefulShutdownService } from './graceful-shutdown';

/** Counts the requests that run, and takes no new ones while the site is stopping. */
export const createRunningRequests =
  (strapi: Core.Strapi): Middleware =>
  async (_ctx, next) => {
    const leave = getGracefulShutdownService(strapi).enter();
    try {
      await next();
    } finally {
      leave();
    }
  };
