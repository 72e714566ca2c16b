import type { Core } from '@strapi/strapi';

import { faultOf } from '../protocol/faults';

/**
 * Keeps the site running when the database goes away.
 *
 * Strapi has promises that nobody waits for: it sets up a new connection in one, and reads the
 * payload of its events in another, after the commit. Should the database be gone by then, Node
 * would end the process for it, though no request depends on either, and the next one works as
 * soon as the database is back. Whatever else nobody waited for is a bug, and ends the process
 * as before.
 */
export const surviveLostConnection = (strapi: Core.Strapi): void => {
  process.on('unhandledRejection', (reason) => {
    if (faultOf(reason) !== 'database-unavailable') {
      throw reason;
    }
    strapi.log.warn(`The database went away: ${String(reason)}`);
  });
};
