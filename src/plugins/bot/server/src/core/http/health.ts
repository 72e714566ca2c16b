import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { PLUGIN_ID } from '../constants';
import { query } from '../database/connection';
import { within } from '../timeout';

import { getSiteService } from './site';

/** A database that takes longer than this is reported as not answering. */
const PATIENCE_MILLISECONDS = 3_000;
/** What was found out is told to whoever asks so soon after; anybody may ask, as often as they like. */
const GOOD_FOR_MILLISECONDS = 100;

/**
 * Makes the function that asks the database a real question, one for all who want to know at the same time; it resolves
 * to false if that fails or is not answered in time.
 */
const createHealthCheck = (strapi: Core.Strapi): (() => Promise<boolean>) => {
  let asking: Promise<boolean> | undefined;

  // A connection that does not answer in time is given up, and not used for anything else.
  const ask = () =>
    query(strapi, (knex) => knex.raw('SELECT 1').timeout(PATIENCE_MILLISECONDS)).then(
      () => true,
      () => false
    );

  return () => {
    asking ??= within(PATIENCE_MILLISECONDS, ask())
      .then((isHealthy) => isHealthy === true)
      .finally(() => {
        setTimeout(() => (asking = undefined), GOOD_FOR_MILLISECONDS).unref();
      });
    return asking;
  };
};

/** Makes the test whether a request asks for the site's health, which needs no token and is not counted. */
export const createHealthTest = (
  strapi: Core.Strapi
): ((ctx: Pick<Context, 'method' | 'path'>) => boolean) => {
  const health =
    `${strapi.config.get<string>('api.rest.prefix')}/${PLUGIN_ID}/health`.toLowerCase();
  // Other paths that end like it, and other verbs, ask for the token and must be counted.
  return ({ method, path }) =>
    (method === 'GET' || method === 'HEAD') && path.toLowerCase().replace(/\/$/, '') === health;
};

export const createHealthController = ({ strapi }: { strapi: Core.Strapi }) => {
  const isHealthy = createHealthCheck(strapi);
  return {
    /** `GET /health`: 200 `{ ok: true, site }`, or 503 `{ ok: false, site }` without a database. */
    async check(ctx: Context): Promise<void> {
      const ok = await isHealthy();
      ctx.status = ok ? 200 : 503;
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { ok, site: getSiteService(strapi).name };
    },
  };
};
