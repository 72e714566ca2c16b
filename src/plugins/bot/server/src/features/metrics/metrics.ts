import type { Core } from '@strapi/strapi';
import _ from 'lodash';
import {
  collectDefaultMetrics,
  Counter,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client';

import { type Listener, listenersOf, routeOf } from '../../core/http';
import { serviceOf } from '../../core/service';

import { addStateMetrics } from './state';

/** Upper bounds of the histogram of request durations, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Makes the listener that counts requests. Requests without an endpoint share the route label `none`, because clients
 * can invent any number of paths.
 */
const createRequestMetrics = (registry: Registry<OpenMetricsContentType>): Listener => {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'fleet_bot_request_duration_seconds',
    help: 'Requests under /api/bot, by what they took',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const refused = new Counter({
    name: 'fleet_bot_refused_requests_total',
    help: 'Requests that were refused, by details.code',
    labelNames: ['code'],
    registers,
  });
  const received = new Counter({
    name: 'fleet_bot_received_bytes_total',
    help: 'Bytes of bodies, as their Content-Length says',
    labelNames: ['route'],
    registers,
  });
  const replays = new Counter({
    name: 'fleet_bot_replayed_answers_total',
    help: 'Answers that were given again to an Idempotency-Key',
    registers,
  });

  /** The method label. Requests without an endpoint count as `any`, because clients can invent methods. */
  const methodOf = (method: string, route: string): string => (route === 'none' ? 'any' : method);

  return (ctx, milliseconds, code) => {
    const route = routeOf(ctx) ?? 'none';
    const method = methodOf(ctx.method, route);
    seconds.observe({ method, route, status: ctx.status }, milliseconds / 1000);
    if (code !== undefined) refused.inc({ code });
    const bytes = Number(ctx.req.headers['content-length'] ?? 0);
    if (bytes > 0) received.inc({ route }, bytes);
    if (ctx.res.hasHeader('Idempotency-Replayed')) replays.inc();
  };
};

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
