import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { assertToken, createTokenCheck } from '../../core/http';

import { getMetricsService } from './metrics';
import { metricsSettings } from './settings';

/**
 * Whether a client accepts the text format 0.0.4 but not OpenMetrics. Prometheus accepts both formats, and curl accepts
 * any format.
 */
const asksForPlainText = (accept: string): boolean =>
  /text\/plain/i.test(accept) && !/application\/openmetrics-text/i.test(accept);

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const { token } = metricsSettings.of(strapi);
  const check =
    token.trim() === ''
      ? (authorization: string | undefined) => assertToken(strapi, authorization)
      : createTokenCheck([token]);

  return {
    /** `GET /metrics`: 200 with the metrics of this instance, as OpenMetrics unless the client accepts only plain text. */
    async read(ctx: Context): Promise<void> {
      check(ctx.req.headers.authorization);
      const isOpenMetrics = !asksForPlainText(ctx.get('Accept'));
      const { type, text } = await getMetricsService(strapi).read(isOpenMetrics);
      ctx.vary('Accept');
      ctx.set('Content-Type', type);
      ctx.body = text;
    },
  };
};
