/**
 * Relies on: knex 3.0.1 (`acquireRawConnection`, `connectionSettings`, `acquireConnection` of a client), tarn 3.1.2 (a
 * pool reads `acquireTimeoutMillis` and `createTimeoutMillis` each time), pg 8.23 (`processID`, `_activeQuery`,
 * `connection.stream`), mysql2 3.24 (`_command`, `stream`)
 * Breaks if: one of them renames these private properties
 * Checked by: `tests/crashes/half-open-database.long.test.ts`
 */
import type { Socket } from 'node:net';

import type { Core } from '@strapi/strapi';

import { faultOf } from '../../database/faults';
import { hasMethods, isProbeDisabled, withConnection, type Probe } from '../probe';

interface Client {
  pool?: { acquireTimeoutMillis: number; createTimeoutMillis: number };
  connectionSettings: Record<string, unknown>;
  acquireConnection(): Promise<object>;
  acquireRawConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
}

/** Time limits as a database driver configures them. */
interface Driver {
  /** Settings for a new connection. Settings of the site take precedence. */
  settings: (milliseconds: number) => object;
  /** Statement sent once per connection. It makes the server time out slightly before the site. */
  session: (milliseconds: number, connection: object) => string;
  socketOf: (connection: object) => Socket;
  /** Property of a connection that holds the running statement. */
  statement: string;
  /**
   * Property of a statement that contains its callback. Streams have no callback and no time limit, because their
   * readers may pause them.
   */
  callback: string;
}

const at = (value: unknown, ...names: string[]): unknown =>
  names.reduce((parent, name) => Reflect.get(Object(parent), name) as unknown, value);

const awaitedBy = (connection: object, { statement, callback }: Driver): object | undefined => {
  const awaited = at(connection, statement);
  return typeof at(awaited, callback) === 'function' ? (awaited as object) : undefined;
};

const KEEP_ALIVE_MILLISECONDS = 30_000;
/** Share of the site's timeout after which the server ends a statement. The connection then stays usable. */
const SERVER_SHARE = 0.9;

const DRIVERS: Record<string, Driver> = {
  postgres: {
    settings: (milliseconds) => ({
      connectionTimeoutMillis: milliseconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
    }),
    // TCP keepalives make the server end the transaction and release the locks of an instance whose machine has failed.
    // The process ID differs behind a pooler, so the condition keeps the settings off other connections.
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
    // The first comment is executed only by MariaDB, the second only by MySQL.
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
/** Share of the statement timeout that may pass while waiting for a connection. */
const WAITING_SHARE = 1 / 3;

interface Awaited {
  statement: object;
  ticks: number;
}

/**
 * Limits the time of database statements, and of waiting for a connection, once the site serves requests. A half-open
 * connection accepts data and never answers; it is closed, its requests fail, and the pool opens another. No limit
 * applies while the site loads or in commands, because migrations may take long.
 * @param seconds statement timeout; waiting for a connection may take a third of it
 */
export const limitDatabaseTime = (strapi: Core.Strapi, seconds: number): void => {
  const driver = DRIVERS[strapi.db.dialect.client];
  if (driver === undefined || isProbeDisabled(strapi, TIME_LIMITS)) return;
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
      if (faultOf(error) !== undefined) throw error;
      strapi.log.warn(`The database does not support statement timeouts: ${String(error)}`);
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
      // Ticks are counted instead of elapsed time, because a suspended process has not waited.
      before.ticks += 1;
      if (before.ticks * TICK_MILLISECONDS >= milliseconds) {
        const error = new Error(`The database has not answered for ${seconds} s`);
        driver.socketOf(connection).destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
      }
    }
  };

  const { httpServer } = strapi.server;
  httpServer.once('listening', () => {
    if (isProbeDisabled(strapi, TIME_LIMITS)) return;
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
  reliesOn: 'acquireConnection and pool of knex, and the statement and stream of the driver,',
  isOptional: true,
  isPresent: ({ db }) =>
    hasMethods(
      db.connection.client,
      ...['acquireConnection', 'acquireRawConnection', 'releaseConnection']
    ),
  verify(strapi) {
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
