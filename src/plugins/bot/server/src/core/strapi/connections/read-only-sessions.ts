/**
 * Leans on knex 3.0.1 (`query-error` names the connection by its `__knexUid`; the pool throws a connection away that has a
 * `__knex__disposed`) and on tarn 3.1.2 (`used` holds what is given out).
 * `tests/databases/503-database-read-only.long.test.ts` notices a change.
 */
import type { Core } from '@strapi/strapi';

import { isLeftOut, withConnection, type Probe } from '../probe';

interface Connection {
  __knexUid?: string;
  __knex__disposed?: unknown;
}

interface Client {
  on(event: 'query-error', listen: (error: object, query: Connection) => void): void;
  pool?: { used: { resource: Connection }[] };
}

/** What PostgreSQL and MySQL say of a write in a session, or on a server, that only reads. */
const READ_ONLY =
  /^(?:25006|ER_OPTION_PREVENTS_STATEMENT|ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION)$/;

/**
 * Closes a read-only connection. A session keeps its `default_transaction_read_only`, and a server that was
 * demoted keeps its clients: only a new connection may be able to write.
 */
export const endReadOnlySessions = (strapi: Core.Strapi): void => {
  const client = strapi.db.connection.client as Client;
  client.on('query-error', (error, { __knexUid: name }) => {
    if (
      !isLeftOut(strapi, READ_ONLY_SESSIONS) &&
      READ_ONLY.test(String(Reflect.get(error, 'code')))
    ) {
      const found = client.pool?.used.find(({ resource }) => resource.__knexUid === name);
      if (found !== undefined) {
        // The pool says it on the console.
        found.resource.__knex__disposed = 'nothing may be written by it';
      }
    }
  });
};

export const READ_ONLY_SESSIONS: Probe = {
  name: 'ending of connections that cannot write',
  leansOn: 'query-error, __knexUid and pool.used of knex',
  isOptional: true,
  works: (strapi) =>
    withConnection(strapi, (connection: Connection) => {
      const { pool } = strapi.db.connection.client as Client;
      return (
        pool?.used.some(({ resource }) => resource.__knexUid === connection.__knexUid) === true
      );
    }),
};
