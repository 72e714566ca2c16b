/**
 * Leans on knex 3.0.1: a client emits `query-error` with the error of each statement that failed,
 * those of transactions included (since 0.95), gives every connection out by `acquireConnection`,
 * and writes values into messages unless `compileSqlOnError` is false (since 2.0).
 * `tests/databases/lost-connection.long.test.ts` notices a change.
 */
import type { Core } from '@strapi/strapi';

import { isDatabaseError, noteDatabaseError } from '../../database/error-origin';
import { hasMethods, type Probe } from '../probe';

interface Client {
  config: { compileSqlOnError?: boolean };
  on(event: 'query-error', listener: (error: object) => void): void;
  acquireConnection(): Promise<unknown>;
}

/**
 * Notes what the database and its driver raise, so that `isDatabaseError` knows it, and keeps the
 * values of a statement, whole texts of publications among them, out of its error and the log.
 */
export const noteDatabaseErrors = (strapi: Core.Strapi): void => {
  const client = strapi.db.connection.client as Client;
  const acquire = client.acquireConnection.bind(client);

  client.config.compileSqlOnError ??= false;
  client.on('query-error', noteDatabaseError);
  client.acquireConnection = () =>
    acquire().catch((error: object) => {
      noteDatabaseError(error);
      throw error;
    });
};

export const DATABASE_ERRORS: Probe = {
  name: 'errors of the database without the values of statements',
  leansOn: 'query-error, acquireConnection and compileSqlOnError of knex',
  isThere: ({ db }) => hasMethods(db.connection.client, 'on', 'acquireConnection'),
  async works({ db }) {
    const failing = db.connection.raw('SELECT ? FROM bot_probe_of_errors', ['a value']);
    const error: unknown = await failing.catch((raised: unknown) => raised);
    return isDatabaseError(error) && !String(error).includes('a value');
  },
};
