import type { Core } from '@strapi/strapi';

import { serviceOf } from '../../service';
import { query } from '../../database/connection';
import { within } from '../../timeout';

/** A database that takes longer than this is reported as not answering. */
const PATIENCE_MILLISECONDS = 3_000;
/** What was found out is told to whoever asks so soon after; anybody may ask, as often as they like. */
const GOOD_FOR_MILLISECONDS = 100;

/** Knows whether the site works. */
export const createHealthService = ({ strapi }: { strapi: Core.Strapi }) => {
  const ask = (): Promise<boolean> =>
    // A connection that does not answer in time is given up, and not used for anything else.
    query(strapi, (knex) => knex.raw('SELECT 1').timeout(PATIENCE_MILLISECONDS)).then(
      () => true,
      () => false
    );

  let asking: Promise<boolean> | undefined;

  return {
    /**
     * Asks the database a real question, one for all who want to know at the same time; resolves
     * to false if it fails or does not answer in time.
     */
    isHealthy(): Promise<boolean> {
      asking ??= within(PATIENCE_MILLISECONDS, ask())
        .then((isHealthy) => isHealthy === true)
        .finally(() => {
          setTimeout(() => (asking = undefined), GOOD_FOR_MILLISECONDS).unref();
        });
      return asking;
    },
  };
};

export const getHealthService = serviceOf<typeof createHealthService>('health');
