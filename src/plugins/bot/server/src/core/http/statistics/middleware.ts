import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { codeOf } from '../../protocol/errors';
import { createHealthTest } from '../health/path';

import { getRequestStatisticsService } from './statistics';

/** Counts every request under the protocol's path but health, which monitors ask for. */
export const createRequestStatistics = (strapi: Core.Strapi): Middleware => {
  const isHealth = createHealthTest(strapi);
  return async (ctx, next) => {
    await next();
    if (!isHealth(ctx)) {
      const error: unknown = ctx.status < 400 ? undefined : Reflect.get(Object(ctx.body), 'error');
      getRequestStatisticsService(strapi).note(
        ctx.status < 400 ? undefined : (codeOf(error) ?? 'internal-error')
      );
    }
  };
};
