import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { assertToken, createTokenCheck } from '../../core/http';

import { getMetricsService } from './metrics';
import { metricsSettings } from './settings';

const createMetricsController = ({ strapi }: { strapi: Core.Strapi }) => {
  const { token } = metricsSettings.of(strapi);
  const check =
    token.trim() === ''
      ? (authorization: string | undefined) => assertToken(strapi, authorization)
      : createTokenCheck([token]);

  return {
    /** `GET /metrics`: 200 with the metrics of this instance. */
    async read(ctx: Context): Promise<void> {
      check(ctx.req.headers.authorization);
      const { type, text } = await getMetricsService(strapi).read();
      ctx.set('Content-Type', type);
      ctx.body = text;
    },
  };
};

export default createMetricsController;
