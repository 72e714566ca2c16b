/**
 * Leans on private parts of knex 3.0.1 (a client opens a connection of its pool with
 * `acquireRawConnection` and `connectionSettings`, and gives it out by `acquireConnection`), of
 * tarn 3.1.2 (a pool reads its `acquireTimeoutMillis` and `createTimeoutMillis` each time), of pg
 * 8.23 (`processID`, `_activeQuery`, `connection.stream`) and of mysql2 3.24 (`_command`, `stream`).
 * `tests/crashes/half-open-database.long.test.ts` notices a change.
 */
import type { Socket } from 'node:net';

import type { Core } from '@strapi/strapi';

import { faultOf } from '../../database/faults';
import { hasMethods, isLeftOut, withConnection, type Probe } from '../probe';

interface Client {
  pool?: { acquireTimeoutMillis: number; createTimeoutMillis: number };
  connectionSettings: Record<string, unknown>;
  acquireConnection(): Promise<object>;
  acquireRawConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
}

/** How a driver is told of time limits. */
interface Driver {
  /** Settings of a new connection; what the site has set itself comes before them. */
  settings: (milliseconds: number) => object;
  /** Said to the server once a connection: it should give up a little before the site does. */
  session: (milliseconds: number, connection: object) => string;
  socketOf: (connection: object) => Socket;
  /** Where a connection keeps the statement whose answer is awaited. */
  statement: string;
  /** What has such a statement called back; a stream, which its reader may hold up, has nothing. */
  callback: string;
}

const at = (value: unknown, ...names: string[]): unknown =>
  names.reduce((parent, name) => Reflect.get(Object(parent), name) as unknown, value);

const awaitedBy = (connection: object, { statement, callback }: Driver): object | undefined => {
  const awaited = at(connection, statement);
  return typeof at(awaited, callback) === 'function' ? (awaited as object) : undefined;
};

const KEEP_ALIVE_MILLISECONDS = 30_000;
/** How much sooner than the site the server gives up, so that the connection can be kept. */
const SERVER_SHARE = 0.9;

const DRIVERS: Record<string, Driver> = {
  postgres: {
    settings: (milliseconds) => ({
      connectionTimeoutMillis: milliseconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
    }),
    // The server's keepalives end the transaction, and free the locks, of an instance whose
    // machine is gone.
    // Behind a pooler, whose number of a process is another one, the setting would reach other connections.
    session: (milliseconds, connection) =>
      `SELECT set_config(name, value, false)
        FROM (VALUES ('statement_timeout', '${milliseconds}'), ('tcp_keepalives_idle', '30'),
          ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '3')) AS limits (name, value)
        WHERE pg_backend_pid() = ${Number(at(connection, 'processID'))}
          AND (name <> 'statement_timeout' OR current_setting(name) = '0')`,
    socketOf: (connection) => at(connection, 'connection', 'stream') as Socket,
    statement: '_activeQuery',
    callback: 'callback',
  },
  mysql: {
    settings: (milliseconds) => ({ connectTimeout: milliseconds }),
    // What stands in the comments is for MariaDB alone, and for MySQL alone.
    session: (milliseconds) => {
      const seconds = Math.max(1, Math.floor(milliseconds / 1000));
      return `SET SESSION innodb_lock_wait_timeout = ${seconds}
        /*M!100100 , SESSION max_statement_time = ${seconds} */
        /*!50708 , SESSION max_execution_time = ${milliseconds} */`;
    },
    socketOf: (connection) => at(connection, 'stream') as Socket,
    statement: '_command',
    callback: 'onResult',
  },
};

const TICK_MILLISECONDS = 1_000;
/** Of the time for a statement, what may be spent on waiting for a connection before it. */
const WAITING_SHARE = 1 / 3;

interface Awaited {
  statement: object;
  ticks: number;
}

/**
 * Limits the time of the database once the site serves requests: for a connection, and for a statement. A
 * half-open connection accepts data and never answers; it is cut, its requests get an error, and the pool
 * opens another. There is no limit while the site loads, nor in commands: a migration takes as long as it
 * takes.
 * @param seconds for a statement; waiting for a connection may take a third of it
 */
export const limitDatabaseTime = (strapi: Core.Strapi, seconds: number): void => {
  const driver = DRIVERS[strapi.db.dialect.client];
  if (driver === undefined || isLeftOut(strapi, TIME_LIMITS)) {
    return;
  }
  const milliseconds = seconds * 1000;
  const knex = strapi.db.connection;
  const client = knex.client as Client;
  const open = new Set<object>();
  const waiting = new WeakMap<object, Awaited>();
  let limited: WeakSet<object> | undefined;

  const acquireRaw = client.acquireRawConnection.bind(client);
  client.acquireRawConnection = async () => {
    const { connectionSettings } = client;
    for (const [name, value] of Object.entries(driver.settings(milliseconds))) {
      connectionSettings[name] ??= value;
    }
    const connection = await acquireRaw();
    open.add(connection);
    driver.socketOf(connection).once('close', () => open.delete(connection));
    return connection;
  };

  const limit = async (connection: object): Promise<void> => {
    try {
      const session = driver.session(Math.round(milliseconds * SERVER_SHARE), connection);
      await knex.raw(session).connection(connection);
    } catch (error) {
      if (faultOf(error) !== undefined) {
        throw error;
      }
      strapi.log.warn(`The database takes no time limits: ${String(error)}`);
    }
    limited?.add(connection);
  };

  const acquire = client.acquireConnection.bind(client);
  client.acquireConnection = async () => {
    const connection = await acquire();
    if (limited !== undefined && !limited.has(connection)) {
      try {
        await limit(connection);
      } catch (error) {
        await client.releaseConnection(connection);
        throw error;
      }
    }
    return connection;
  };

  const look = (connection: object): void => {
    const statement = awaitedBy(connection, driver);
    const before = waiting.get(connection);
    if (statement === undefined) {
      waiting.delete(connection);
    } else if (before?.statement !== statement) {
      waiting.set(connection, { statement, ticks: 0 });
    } else {
      // Ticks, not a clock: a process that stood still has not waited.
      before.ticks += 1;
      if (before.ticks * TICK_MILLISECONDS >= milliseconds) {
        const error = new Error(`The database has not answered for ${seconds} s`);
        driver.socketOf(connection).destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
      }
    }
  };

  const { httpServer } = strapi.server;
  httpServer.once('listening', () => {
    if (isLeftOut(strapi, TIME_LIMITS)) return;
    limited = new WeakSet();
    if (client.pool !== undefined) {
      const { acquireTimeoutMillis, createTimeoutMillis } = client.pool;
      client.pool.acquireTimeoutMillis = Math.min(
        acquireTimeoutMillis,
        milliseconds * WAITING_SHARE
      );
      client.pool.createTimeoutMillis = Math.min(createTimeoutMillis, milliseconds);
    }
    const timer = setInterval(() => open.forEach(look), TICK_MILLISECONDS).unref();
    httpServer.once('close', () => clearInterval(timer));
  });
};

export const TIME_LIMITS: Probe = {
  name: 'time limits of the database',
  leansOn: 'acquireConnection and pool of knex, and the statement and stream of the driver,',
  isOptional: true,
  isThere: ({ db }) =>
    hasMethods(
      db.connection.client,
      ...['acquireConnection', 'acquireRawConnection', 'releaseConnection']
    ),
  works(strapi) {
    const { client } = strapi.db.connection as { client: Client };
    const driver = DRIVERS[strapi.db.dialect.client];
    return (
      driver === undefined ||
      withConnection(
        strapi,
        (connection) =>
          typeof client.pool?.acquireTimeoutMillis === 'number' &&
          typeof driver.socketOf(connection).destroy === 'function' &&
          driver.statement in connection
      )
    );
  },
};
