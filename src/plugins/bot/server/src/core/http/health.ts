import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { PLUGIN_ID } from '../constants';
import { knexOf } from '../database/connection';
import { within } from '../timeout';

import { getSiteService } from './site';

/** Timeout in milliseconds, after which the database counts as unreachable. */
const TIMEOUT_MILLISECONDS = 3_000;
/** Milliseconds that a result is cached, because health checks need no token and may be very frequent. */
const GOOD_FOR_MILLISECONDS = 100;

/**
 * Creates a function that checks the database with a query, shared by concurrent calls. Resolves to false if the query
 * fails or times out.
 */
const createHealthCheck = (strapi: Core.Strapi): (() => Promise<boolean>) => {
  let pendingResult: Promise<boolean> | undefined;

  // A connection that times out is removed from the pool.
  const queryDatabase = () =>
    knexOf(strapi)
      .raw('SELECT 1')
      .timeout(TIMEOUT_MILLISECONDS)
      .then(
        () => true,
        () => false
      );

  return () => {
    pendingResult ??= within(TIMEOUT_MILLISECONDS, queryDatabase())
      .then((isHealthy) => isHealthy === true)
      .finally(() => {
        setTimeout(() => (pendingResult = undefined), GOOD_FOR_MILLISECONDS).unref();
      });
    return pendingResult;
  };
};

/**
 * Creates a function that tells whether a request is a health check. Health checks need no token and are not counted.
 */
export const createHealthTest = (
  strapi: Core.Strapi
): ((ctx: Pick<Context, 'method' | 'path'>) => boolean) => {
  const health =
    `${strapi.config.get<string>('api.rest.prefix')}/${PLUGIN_ID}/health`.toLowerCase();
  // Only an exact match counts: similar paths and other methods require the token and are counted.
  return ({ method, path }) =>
    (method === 'GET' || method === 'HEAD') && path.toLowerCase().replace(/\/$/, '') === health;
};

export const createHealthController = ({ strapi }: { strapi: Core.Strapi }) => {
  const isHealthy = createHealthCheck(strapi);
  return {
    /** Handles `GET /health`: 200 `{ ok: true, site }`, or 503 `{ ok: false, site }` without a database. */
    async check(ctx: Context): Promise<void> {
      const ok = await isHealthy();
      ctx.status = ok ? 200 : 503;
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { ok, site: getSiteService(strapi).name };
    },
  };
};
