/**
 * Relies on: better-sqlite3 12.11 (statements run synchronously, on the only connection that knex opens for SQLite),
 * knex 3.0.1 (the client's `_query(connection, { sql })` runs statements outside transactions)
 * Breaks if: knex renames `_query` or opens more connections
 * Checked by: `tests/crashes/503-database-locked.long.test.ts`
 */
import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { isCalledBy, hasMethods, isProbeDisabled, type Probe } from '../probe';

/** The parts of a better-sqlite3 database used here. The package has no type declarations. */
export interface SqliteConnection {
  inTransaction: boolean;
  exec(sql: string): unknown;
  pragma(source: string, options: { simple: true }): unknown;
}

interface Client {
  _query(connection: SqliteConnection, statement: { sql: string }): Promise<unknown>;
}

const LONGEST_PAUSE_MILLISECONDS = 50;

/** Milliseconds that each connection waits for the lock of another process. */
const busyTimeouts = new WeakMap<SqliteConnection, number>();

const isLocked = (error: unknown): boolean =>
  String(Reflect.get(Object(error), 'code')).startsWith('SQLITE_BUSY');

/**
 * Runs a statement that needs the write lock. Waits up to `busy_timeout` for another process to release it. SQLite's
 * own waiting would block all requests.
 */
export const withSqliteLock = async <Result>(
  connection: SqliteConnection,
  run: () => Promise<Result>
): Promise<Result> => {
  const busyTimeout =
    busyTimeouts.get(connection) ?? Number(connection.pragma('busy_timeout', { simple: true }));
  busyTimeouts.set(connection, busyTimeout);
  const deadline = performance.now() + busyTimeout;

  for (let length = 1; ; length = Math.min(2 * length, LONGEST_PAUSE_MILLISECONDS)) {
    try {
      connection.exec('PRAGMA busy_timeout = 0');
      return await run();
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw error;
    } finally {
      connection.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
    }
    await pause(length);
  }
};

const WRITE = /^\s*(?:insert|update|delete|replace)\b/i;

/** Makes writes outside transactions wait with `withSqliteLock`. */
export const waitForSqliteLock = (strapi: Core.Strapi): void => {
  if (strapi.db.dialect.client !== 'sqlite' || isProbeDisabled(strapi, SQLITE_LOCK)) return;
  const client = strapi.db.connection.client as Client;
  const query = client._query.bind(client);
  client._query = (connection, statement) =>
    WRITE.test(statement.sql)
      ? withSqliteLock(connection, () => query(connection, statement))
      : query(connection, statement);
};

export const SQLITE_LOCK: Probe = {
  name: 'waiting for the lock of SQLite without blocking',
  reliesOn: 'client._query of knex',
  isOptional: true,
  isPresent: ({ db: { connection, dialect } }) =>
    dialect.client !== 'sqlite' || hasMethods(connection.client, '_query'),
  verify: ({ db: { connection, dialect } }) =>
    dialect.client !== 'sqlite' ||
    isCalledBy(connection.client, '_query', () => connection.raw('SELECT 1')),
};
