import type { Core } from '@strapi/strapi';

import { query } from '../database/connection';

/** A database that takes longer than this is reported as not answering. */
const PATIENCE_MILLISECONDS = 3_000;

const timeout = (): Promise<false> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(false), PATIENCE_MILLISECONDS).unref();
  });

/** Knows whether the site works. */
export const createHealthService = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Asks the database a real question; resolves to false if it fails or does not answer in time. */
  async isHealthy(): Promise<boolean> {
    const answer = query(strapi, (knex) => knex.raw('SELECT 1')).then(
      () => true,
      () => false
    );
    return Promise.race([answer, timeout()]);
  },
});

export type HealthService = ReturnType<typeof createHealthService>;
