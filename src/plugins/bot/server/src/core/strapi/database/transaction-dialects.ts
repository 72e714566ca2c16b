/**
 * Relies on: the pooled connections of knex 3.0.1 for better-sqlite3 (12.11, unchanged since 7), pg (8.23) and mysql2
 * (3.24), and the result of a raw statement on PostgreSQL
 * Breaks if: knex or a driver changes these objects
 * Checked by: `tests/faults/failed-commit.long.test.ts`
 */
import _ from 'lodash';

import { withSqliteLock, type SqliteConnection } from './sqlite-lock';

/** A connection of the pool, as created by the driver. */
export interface Connection {
  /** Truthy for a connection that the pool must discard. */
  __knex__disposed?: unknown;
}

export interface Opening {
  /** Isolation level requested by the code that opens the transaction. */
  isolationLevel?: string;
  readOnly?: boolean;
  /**
   * Whether the transaction was opened only to read. Writes are allowed, but SQLite takes no write lock at the start.
   */
  isReading: boolean;
  send: (sql: string) => Promise<unknown>;
}

/** Transaction behaviour that differs between databases. */
export interface TransactionDialect {
  /** Opens a transaction as READ COMMITTED, so that after waiting for a lock it sees the previous holder's writes. */
  begin: (connection: Connection, opening: Opening) => Promise<void>;
  /** Whether the driver accepts a statement only after the previous one was answered. */
  isSerial: boolean;
  /** Whether the database's answer to a COMMIT shows that the transaction was committed. */
  isCommitted: (answer: unknown) => boolean;
  /** Whether the database has ended the transaction because a statement failed. */
  hasEnded: (connection: Connection, error: Error) => boolean;
  /**
   * Whether the transaction has certainly ended although its COMMIT or ROLLBACK has failed. On SQLite, first rolls back
   * a transaction that is still open.
   */
  isOver: (connection: Connection, error: unknown) => boolean;
}

const codeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code'));

const sqlite: TransactionDialect = {
  async begin(connection, { readOnly, isReading, send }) {
    if (readOnly || isReading) {
      await send('BEGIN;');
    } else {
      // IMMEDIATE takes the lock at the start. SQLite waits for the lock only there; a transaction that reads first
      // would fail at its first write while another process holds the lock.
      await withSqliteLock(connection as SqliteConnection, () => send('BEGIN IMMEDIATE;'));
    }
  },
  isSerial: false,
  isCommitted: () => true,
  // SQLite may end the transaction itself: https://www.sqlite.org/lang_transaction.html, "Response To Errors Within A
  // Transaction"
  hasEnded: (connection) => !(connection as SqliteConnection).inTransaction,
  isOver(connection) {
    const database = connection as SqliteConnection;
    try {
      if (database.inTransaction) {
        database.exec('ROLLBACK');
      }
    } catch {
      // The caller checks whether the transaction has ended.
    }
    return !database.inTransaction;
  },
};

const modeOf = ({ isolationLevel = 'READ COMMITTED', readOnly }: Opening): string =>
  `ISOLATION LEVEL ${isolationLevel}${readOnly ? ' READ ONLY' : ''}`;

const postgres: TransactionDialect = {
  async begin(_connection, opening) {
    await opening.send(`BEGIN TRANSACTION ${modeOf(opening)};`);
  },
  // Strapi populates several attributes concurrently, also in a transaction.
  isSerial: true,
  // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK instead of an error:
  // https://www.postgresql.org/docs/current/sql-commit.html
  isCommitted: (answer) => _.get(answer, 'response.command') === 'COMMIT',
  // PostgreSQL itself rejects all further statements.
  hasEnded: () => false,
  // Errors from the server have a severity, errors of the connection have none.
  isOver: (_connection, error) => 'severity' in Object(error),
};

/** Connections already set to READ COMMITTED. MySQL's default is REPEATABLE READ. */
const readCommitted = new WeakSet<Connection>();

const mysql: TransactionDialect = {
  async begin(connection, opening) {
    const { isolationLevel, readOnly, send } = opening;
    if (!readCommitted.has(connection)) {
      await send('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
      readCommitted.add(connection);
    }
    if (isolationLevel !== undefined || readOnly) {
      await send(`SET TRANSACTION ${modeOf(opening)};`);
    }
    await send('BEGIN;');
  },
  isSerial: false,
  isCommitted: () => true,
  // InnoDB rolls the transaction back only for a deadlock:
  // https://dev.mysql.com/doc/refman/8.4/en/innodb-error-handling.html
  hasEnded: (_connection, error) => codeOf(error) === 'ER_LOCK_DEADLOCK',
  isOver: () => false,
};

export const TRANSACTION_DIALECTS: Record<string, TransactionDialect> = {
  sqlite,
  postgres,
  mysql,
};
