/**
 * Leans on `@strapi/database` 5.54, which calls `dialect.initialize(connection)` for each connection
 * that the pool has opened, and on knex 3.0.1, whose pool opens one with `acquireRawConnection`.
 * `tests/faults/nth-fault.long.test.ts` notices a change.
 */
import type { Core } from '@strapi/strapi';

import { hasMethods, withConnection, type Probe } from '../probe';

interface Client {
  acquireRawConnection(): Promise<object>;
  destroyRawConnection(connection: object): Promise<unknown>;
}

/** Connections that were set up where they were opened. */
const isSetUp = new WeakSet<object>();

/**
 * Lets a new connection fail if it cannot be set up.
 *
 * Strapi runs `SET search_path` and the like in an unhandled promise: if that statement fails, Node ends the
 * process and the request waits until the pool times out. Here the set-up is part of opening, so the pool
 * drops the connection and reports the error. Call it after whatever else watches new connections.
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
      // Not waited for: at the other end of a dead line nobody says goodbye.
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
  leansOn: 'dialect.initialize of @strapi/database and acquireRawConnection of knex',
  isThere: ({ db: { connection, dialect } }) =>
    hasMethods(dialect, 'initialize') &&
    hasMethods(connection.client, 'acquireRawConnection', 'destroyRawConnection'),
  works: (strapi) => withConnection(strapi, (connection) => isSetUp.has(connection)),
};
