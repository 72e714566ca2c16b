import type { Core } from '@strapi/strapi';
import _ from 'lodash';
import { collectDefaultMetrics, Registry, type OpenMetricsContentType } from 'prom-client';

import { listenersOf } from '../../core/http';
import { serviceOf } from '../../core/service';

import { createRequestMetrics } from './requests';
import { addStateMetrics } from './state';

/**
 * Converts OpenMetrics to the text format 0.0.4, where a counter has the suffix `_total` everywhere and there is no
 * end mark. The library cannot write one registry in both formats, because it renames the counters permanently.
 */
const toPlainText = (text: string): string =>
  text
    .replace(
      /^# HELP (\S+)( .*)\n# TYPE \1 counter$/gm,
      '# HELP $1_total$2\n# TYPE $1_total counter'
    )
    .replace(/^# EOF\n?/m, '');

/** Counts requests as they are answered. All other metrics are collected when a client reads them. */
export const createMetricsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const addRest = _.once(() => {
    addStateMetrics(strapi, registry);
    collectDefaultMetrics({ register: registry });
  });

  return {
    /** Starts counting requests. */
    start: () => listenersOf(strapi).push(createRequestMetrics(registry)),

    /** Returns all metrics and their media type, as OpenMetrics 1.0.0 or in the text format 0.0.4. */
    async read(isOpenMetrics: boolean): Promise<{ type: string; text: string }> {
      addRest();
      const text = await registry.metrics();
      return isOpenMetrics
        ? { type: registry.contentType, text }
        : { type: Registry.PROMETHEUS_CONTENT_TYPE, text: toPlainText(text) };
    },
  };
};

export const getMetricsService = serviceOf<typeof createMetricsService>('metrics');
