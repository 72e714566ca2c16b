import type { Core } from '@strapi/strapi';
import _ from 'lodash';
import { collectDefaultMetrics, Registry, type OpenMetricsContentType } from 'prom-client';

import { listenersOf } from '../../core/http';
import { serviceOf } from '../../core/service';

import { createRequestMetrics } from './requests';
import { addStateMetrics } from './state';

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

    /** All metrics, as OpenMetrics 1.0.0 writes them. */
    async read(): Promise<{ type: string; text: string }> {
      addRest();
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
};

export const getMetricsService = serviceOf<typeof createMetricsService>('metrics');
