/**
 * Relies on: knex 3.0.1: `query-error` names the connection by its `__knexUid`, the pool drops a connection with a
 * `__knex__disposed`; tarn 3.1.2: `used` contains the acquired connections
 * Breaks if: knex or tarn rename these
 * Checked by: `tests/databases/503-database-read-only.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { isProbeDisabled, withConnection, type Probe } from '../probe';

interface Connection {
  __knexUid?: string;
  __knex__disposed?: unknown;
}

interface Client {
  on(event: 'query-error', listen: (error: object, query: Connection) => void): void;
  pool?: { used: { resource: Connection }[] };
}

/** Error codes of PostgreSQL and MySQL for a write in a read-only session or server. */
const READ_ONLY =
  /^(?:25006|ER_OPTION_PREVENTS_STATEMENT|ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION)$/;

/**
 * Closes read-only connections. A session keeps its `default_transaction_read_only`, and a demoted server keeps its
 * clients, so only a new connection may be able to write.
 */
export const endReadOnlySessions = (strapi: Core.Strapi): void => {
  const client = strapi.db.connection.client as Client;
  client.on('query-error', (error, { __knexUid: name }) => {
    if (
      !isProbeDisabled(strapi, READ_ONLY_SESSIONS) &&
      READ_ONLY.test(String(Reflect.get(error, 'code')))
    ) {
      const found = client.pool?.used.find(({ resource }) => resource.__knexUid === name);
      if (found !== undefined) {
        // The pool prints this text to the console.
        found.resource.__knex__disposed = 'nothing may be written by it';
      }
    }
  });
};

export const READ_ONLY_SESSIONS: Probe = {
  name: 'ending of connections that cannot write',
  reliesOn: 'query-error, __knexUid and pool.used of knex',
  isOptional: true,
  verify: (strapi) =>
    withConnection(strapi, (connection: Connection) => {
      const { pool } = strapi.db.connection.client as Client;
      return (
        pool?.used.some(({ resource }) => resource.__knexUid === connection.__knexUid) === true
      );
    }),
};
