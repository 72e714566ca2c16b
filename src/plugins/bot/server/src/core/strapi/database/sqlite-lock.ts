/**
 * Leans on better-sqlite3 12.11 (a statement runs at once, on the only connection that knex gives
 * to SQLite) and on knex 3.0.1: a client runs statements by `_query(connection, statement)`.
 * `tests/crashes/503-database-locked.test.ts` notices a change.
 */
import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { comesBy, hasMethods, isLeftOut, type Probe } from '../probe';

/** As much of a better-sqlite3 database as is used here; the package has no type declarations. */
export interface SqliteConnection {
  inTransaction: boolean;
  exec(sql: string): unknown;
  pragma(source: string, options: { simple: true }): unknown;
}

interface Client {
  _query(connection: SqliteConnection, statement: object): Promise<unknown>;
}

const LONGEST_PAUSE_MILLISECONDS = 50;

/** How long each connection waits for the lock of another process, in milliseconds. */
const patienceOf = new WeakMap<SqliteConnection, number>();

const isLocked = (error: unknown): boolean =>
  String(Reflect.get(Object(error), 'code')).startsWith('SQLITE_BUSY');

/**
 * How long a connection is to wait for the lock, which SQLite itself no longer does: all requests would wait with it.
 * It is asked and told once, as that takes a hundredth of the time of a write.
 */
const takePatience = (connection: SqliteConnection): number => {
  const patience = Number(connection.pragma('busy_timeout', { simple: true }));
  connection.exec('PRAGMA busy_timeout = 0');
  patienceOf.set(connection, patience);
  return patience;
};

const retry = async (run: () => Promise<unknown>, patience: number): Promise<unknown> => {
  const deadline = performance.now() + patience;
  for (let length = 1; ; length = Math.min(2 * length, LONGEST_PAUSE_MILLISECONDS)) {
    await pause(length);
    try {
      return await run();
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) {
        throw error;
      }
    }
  }
};

/** Lets each statement wait for another process to release the lock, for the connection's `busy_timeout` at most; `transactions.ts` has those of transactions run so too. */
export const waitForSqliteLock = (strapi: Core.Strapi): void => {
  if (strapi.db.dialect.client !== 'sqlite' || isLeftOut(strapi, SQLITE_LOCK)) {
    return;
  }
  const client = strapi.db.connection.client as Client;
  const query = client._query.bind(client);

  client._query = (connection, statement) => {
    const patience = patienceOf.get(connection) ?? takePatience(connection);
    const run = () => query(connection, statement);
    return run().catch((error) => {
      if (isLocked(error)) return retry(run, patience);
      throw error;
    });
  };
};

export const SQLITE_LOCK: Probe = {
  name: 'waiting for the lock of SQLite without blocking',
  leansOn: 'client._query of knex',
  isOptional: true,
  isThere: ({ db: { connection, dialect } }) =>
    dialect.client !== 'sqlite' || hasMethods(connection.client, '_query'),
  works: ({ db: { connection, dialect } }) =>
    dialect.client !== 'sqlite' ||
    comesBy(connection.client, '_query', () => connection.raw('SELECT 1')),
};
