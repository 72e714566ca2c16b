/**
 * Relies on: knex 3.0.1: a client emits `query-error` for each failed statement, also in transactions (since 0.95),
 * acquires all connections by `acquireConnection`, and includes values in messages unless `compileSqlOnError` is false
 * (since 2.0)
 * Breaks if: knex renames these
 * Checked by: `tests/databases/lost-connection.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { isDatabaseError, noteDatabaseError } from '../../database/faults';
import { hasMethods, type Probe } from '../probe';

interface Client {
  config: { compileSqlOnError?: boolean };
  on(event: 'query-error', listener: (error: object) => void): void;
  acquireConnection(): Promise<unknown>;
}

/**
 * Marks errors of the database and its driver for `isDatabaseError`. Keeps values of statements, such as whole texts,
 * out of errors and the log.
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
  reliesOn: 'query-error, acquireConnection and compileSqlOnError of knex',
  isPresent: ({ db }) => hasMethods(db.connection.client, 'on', 'acquireConnection'),
  async verify({ db }) {
    const failing = db.connection.raw('SELECT ? FROM bot_probe_of_errors', ['a value']);
    const error: unknown = await failing.catch((raised: unknown) => raised);
    return isDatabaseError(error) && !String(error).includes('a value');
  },
};
