/*
 * Relies on: the connection pool of Knex (tarn.js), its counters and its events `acquire*`.
 * Breaks if: Knex replaces the pool, or tarn.js renames these.
 * Checked by: `tests/api/200-metrics.test.ts`
 */
import type { Core } from '@strapi/strapi';
import { Counter, Gauge, Histogram, type OpenMetricsContentType, type Registry } from 'prom-client';

import { examine } from '../../core/readiness';
import { readersOfChanges } from '../changes';
import { getMaterialPreparationService } from '../materials';
import { workersOf } from '../removals';

interface Pool {
  numUsed: () => number;
  numFree: () => number;
  numPendingAcquires: () => number;
  on: (event: string, listener: (request: number) => void) => void;
}

const poolOf = (strapi: Core.Strapi) => (strapi.db.connection.client as { pool: Pool }).pool;

/** Starts measuring how long statements wait for a connection. */
const addWaits = (strapi: Core.Strapi, registers: Registry<OpenMetricsContentType>[]): void => {
  const seconds = new Histogram({
    name: 'fleet_bot_database_wait_seconds',
    help: 'How long a connection was waited for, since the first time that somebody asked',
    buckets: [0.001, 0.01, 0.1, 1, 10],
    registers,
  });
  const waiting = new Map<number, () => number>();
  const end = (request: number) => {
    waiting.get(request)?.();
    waiting.delete(request);
  };
  const pool = poolOf(strapi);
  pool.on('acquireRequest', (request) => waiting.set(request, seconds.startTimer()));
  pool.on('acquireSuccess', end);
  pool.on('acquireFail', end);
};

/**
 * Adds the metrics that are collected when a client reads them: health checks, queues, the database connection pool and
 * the image processes.
 */
export const addStateMetrics = (
  strapi: Core.Strapi,
  registry: Registry<OpenMetricsContentType>
): void => {
  const registers = [registry];
  const add =
    (Metric: typeof Counter | typeof Gauge) =>
    (
      name: string,
      help: string,
      labelNames: string[],
      read: (set: (labels: Record<string, string>, value: number) => void) => unknown
    ) =>
      new Metric({
        name: `fleet_bot_${name}`,
        help,
        labelNames,
        registers,
        async collect() {
          this.reset();
          // Omit metrics that cannot be read; the database check reports the reason.
          await Promise.resolve(read((labels, value) => this.inc(labels, value))).catch(
            () => undefined
          );
        },
      });
  const gauge = add(Gauge);
  const counter = add(Counter);
  const images = () => getMaterialPreparationService(strapi).work();

  gauge(
    'check_ok',
    'Checks of /health/ready: 1 is ok, 0.5 degraded, 0 failed',
    ['check'],
    async (set) => {
      const { checks } = await examine(strapi);
      const values = { ok: 1, degraded: 0.5, failed: 0 };
      checks.forEach(({ name, status }) => set({ check: name }, values[status]));
    }
  );
  gauge('removals', 'Removals of files, up to 100 of each state', ['state'], async (set) => {
    const { waiting, late, stuck } = await workersOf(strapi);
    Object.entries({ waiting, late, stuck }).forEach(([state, count]) => set({ state }, count));
  });
  gauge('oldest_removal_seconds', 'How long the oldest one is due', [], async (set) => {
    const { oldest } = await workersOf(strapi);
    set({}, Math.max(0, Date.now() - Number(oldest ?? Date.now())) / 1000);
  });
  gauge('told_changes', 'Changes that receivers have not taken', ['url', 'state'], async (set) => {
    const readers = (await Promise.all(readersOfChanges.resolveAll(strapi))).flat();
    for (const { url, behind, waiting, dead } of readers) {
      Object.entries({ behind, waiting, dead }).forEach(([state, count]) =>
        set({ url, state }, count)
      );
    }
  });
  gauge('database_connections', 'Connections of this instance', ['state'], (set) => {
    const pool = poolOf(strapi);
    set({ state: 'used' }, pool.numUsed());
    set({ state: 'free' }, pool.numFree());
    set({ state: 'awaited' }, pool.numPendingAcquires());
  });
  addWaits(strapi, registers);
  gauge('image_processes', 'Busy ones, and files that wait for one', ['state'], (set) => {
    const { busy, waiting } = images();
    set({ state: 'busy' }, busy);
    set({ state: 'waiting' }, waiting);
  });
  counter('image_seconds_total', 'Work of the image processes', [], (set) =>
    set({}, images().seconds)
  );
  counter('images_over_limit_total', 'Files that took too much', ['limit'], (set) => {
    const { memory, time } = images();
    set({ limit: 'memory' }, memory);
    set({ limit: 'time' }, time);
  });
};
