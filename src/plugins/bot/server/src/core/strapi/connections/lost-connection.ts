/*
 * Leans on Strapi 5.54, which leaves promises of its database calls to nobody; Node ends a process for
 * one that fails. `tests/databases/lost-connection.test.ts` notices a change.
 */
import type { Core } from '@strapi/strapi';

import { isDatabaseError } from '../../database/error-origin';
import { faultOf } from '../../database/faults';

import { isFailedCommit } from '../database/transactions';

/**
 * Keeps the site running when the database goes away.
 *
 * Strapi and other plugins have promises that nobody waits for. Should the database be gone when one
 * of them asks it something, Node would end the process for it, though no request depends on it,
 * and the next one works as soon as the database is back. Whatever else nobody waited for is a
 * bug, and ends the process as before, a lost connection to anything but the database included.
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
