/*
 * Leans on Strapi 5.54, which leaves promises of its database calls to nobody; Node ends a process for
 * one that fails. `tests/databases/lost-connection.long.test.ts` notices a change.
 */
import type { Core } from '@strapi/strapi';

import { isDatabaseError } from '../../database/error-origin';
import { faultOf } from '../../database/faults';

import { isFailedCommit } from '../database/transactions';

/**
 * Keeps the site running when the database goes away.
 *
 * Strapi and other plugins leave promises unhandled; if the database is gone in one of them, Node would end
 * the process though no request depends on it. Any other unhandled rejection is a bug and still ends the
 * process.
 */
export const surviveLostConnection = (strapi: Core.Strapi): void => {
  process.on('unhandledRejection', (reason) => {
    const isSurvivable = faultOf(reason) === 'database-unavailable' || isFailedCommit(reason);
    if (!isSurvivable || !isDatabaseError(reason)) {
      throw reason;
    }
    strapi.log.warn(`The database went away: ${String(reason)}`);
  });
};
