/*
 * Relies on: Strapi 5.54 does not handle rejections of some of its database calls; Node ends the process for them
 * Breaks if: Strapi handles them itself; this file is then unnecessary
 * Checked by: `tests/databases/lost-connection.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { faultOf, isDatabaseError } from '../../database/faults';

import { isFailedCommit } from '../database/transactions';

/**
 * Keeps the site running when the connection to the database is lost.
 *
 * Strapi and other plugins leave promises unhandled. If the database fails in one of them, Node would end the process
 * although no request depends on it. Other unhandled rejections are bugs and still end the process.
 */
export const surviveLostConnection = (strapi: Core.Strapi): void => {
  process.on('unhandledRejection', (reason) => {
    const isSurvivable = faultOf(reason) === 'database-unavailable' || isFailedCommit(reason);
    if (!isSurvivable || !isDatabaseError(reason)) throw reason;
    strapi.log.warn(`The connection to the database was lost: ${String(reason)}`);
  });
};
