import type { Core } from '@strapi/strapi';
import _ from 'lodash';
import { collectDefaultMetrics, Registry, type OpenMetricsContentType } from 'prom-client';

import { listenersOf } from '../../core/http';
import { serviceOf } from '../../core/service';

import { createRequestMetrics } from './requests';
import { addStateMetrics } from './state';

/**
 * Rewrites OpenMetrics as the text format 0.0.4, where a counter has one name everywhere and nothing marks the end. The
 * library does not write one registry in both: it renames counters for good.
 */
const toPlainText = (text: string): string =>
  text
    .replace(
      /^# HELP (\S+)( .*)\n# TYPE \1 counter$/gm,
      '# HELP $1_total$2\n# TYPE $1_total counter'
    )
    .replace(/^# EOF\n?/m, '');

/** Counts requests as they are answered; all else is found out when somebody asks. */
export const createMetricsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const addRest = _.once(() => {
    addStateMetrics(strapi, registry);
    collectDefaultMetrics({ register: registry });
  });

  return {
    /** Begins to count. */
    start: () => listenersOf(strapi).push(createRequestMetrics(registry)),

    /** All metrics, as OpenMetrics 1.0.0 or the text format 0.0.4 writes them. */
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
