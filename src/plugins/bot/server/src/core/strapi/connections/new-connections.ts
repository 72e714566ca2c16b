/**
 * Relies on: `@strapi/database` 5.54, which calls `dialect.initialize(connection)` for each connection that the pool
 * opened; knex 3.0.1, whose pool opens them with `acquireRawConnection`
 * Breaks if: Strapi or knex set up connections in another way
 * Checked by: `tests/faults/nth-fault.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { hasMethods, withConnection, type Probe } from '../probe';

interface Client {
  acquireRawConnection(): Promise<object>;
  destroyRawConnection(connection: object): Promise<unknown>;
}

/** Connections that `acquireRawConnection` has already set up, so that `initialize` skips them. */
const isSetUp = new WeakSet<object>();

/**
 * Makes opening a connection fail if Strapi cannot set the connection up.
 *
 * Strapi runs `SET search_path` and other statements in an unhandled promise: if a statement fails, Node ends the
 * process and the request waits until the pool times out. This patch runs these statements while the connection opens,
 * so the pool drops the connection and reports the error. Must be called after all other patches of new connections.
 */
export const failWithNewConnections = ({ db }: Core.Strapi): void => {
  const { dialect } = db;
  const client = db.connection.client as Client;
  const setUp = dialect.initialize.bind(dialect);
  const acquireRaw = client.acquireRawConnection.bind(client);

  client.acquireRawConnection = async () => {
    const connection = await acquireRaw();
    try {
      await setUp(connection);
    } catch (error) {
      // The disconnect is not awaited, because closing a dead connection may take long.
      client.destroyRawConnection(connection).catch(() => undefined);
      throw error;
    }
    isSetUp.add(connection);
    return connection;
  };
  dialect.initialize = async (connection) => {
    if (!isSetUp.has(Object(connection) as object)) {
      await setUp(connection);
    }
  };
};

export const NEW_CONNECTIONS: Probe = {
  name: 'failing of connections that cannot be set up',
  reliesOn: 'dialect.initialize of @strapi/database and acquireRawConnection of knex',
  isPresent: ({ db: { connection, dialect } }) =>
    hasMethods(dialect, 'initialize') &&
    hasMethods(connection.client, 'acquireRawConnection', 'destroyRawConnection'),
  verify: (strapi) => withConnection(strapi, (connection) => isSetUp.has(connection)),
};
