/**
 * Leans on the connections that knex 3.0.1 keeps in its pool: those of better-sqlite3 (12.11, of
 * this shape since 7), pg (8.23) and mysql2 (3.24), and on the answer that knex's PostgreSQL client
 * gives to a raw statement. `tests/faults/failed-commit.long.test.ts` notices a change.
 */
import _ from 'lodash';

import { withSqliteLock, type SqliteConnection } from './sqlite-lock';

/** A connection of the pool, as the driver has made it. */
export interface Connection {
  /** Set on a connection that the pool is to throw away. */
  __knex__disposed?: unknown;
}

export interface Opening {
  /** Asked for by whoever opens the transaction. */
  isolationLevel?: string;
  readOnly?: boolean;
  /** Whether nothing is expected to be written, though it may be. */
  isReading: boolean;
  send: (sql: string) => Promise<unknown>;
}

/** What databases do differently about transactions. */
export interface TransactionDialect {
  /** Opens a transaction as READ COMMITTED: after waiting for a lock, it must read what its holder has written. */
  begin: (connection: Connection, opening: Opening) => Promise<void>;
  /** Whether the driver takes the next statement of a connection only when the one before is answered. */
  isSerial: boolean;
  /** Whether the answer to a COMMIT says that it was one. */
  isCommitted: (answer: unknown) => boolean;
  /** Whether the database has ended the whole transaction when a statement of it failed. */
  hasEnded: (connection: Connection, error: Error) => boolean;
  /**
   * Whether nothing of the transaction is open any more, though the COMMIT or ROLLBACK that was to
   * end it has failed; rolls it back if that can be done here and now.
   */
  isOver: (connection: Connection, error: unknown) => boolean;
}

const codeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code'));

const sqlite: TransactionDialect = {
  async begin(connection, { readOnly, isReading, send }) {
    if (readOnly || isReading) {
      await send('BEGIN;');
    } else {
      // Without IMMEDIATE, one that reads first is refused at once when it comes to write while
      // another process has the lock: SQLite waits for it at the start of a transaction only.
      await withSqliteLock(connection as SqliteConnection, () => send('BEGIN IMMEDIATE;'));
    }
  },
  isSerial: false,
  isCommitted: () => true,
  // https://www.sqlite.org/lang_transaction.html, "Response To Errors Within A Transaction"
  hasEnded: (connection) => !(connection as SqliteConnection).inTransaction,
  isOver(connection) {
    const database = connection as SqliteConnection;
    try {
      if (database.inTransaction) {
        database.exec('ROLLBACK');
      }
    } catch {
      // What it has left is looked at below.
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
  // Strapi populates several attributes at once, also in a transaction.
  isSerial: true,
  // The COMMIT of a transaction in which a statement has failed is answered ROLLBACK, no error:
  // https://www.postgresql.org/docs/current/sql-commit.html
  isCommitted: (answer) => _.get(answer, 'response.command') === 'COMMIT',
  // It refuses all further statements by itself.
  hasEnded: () => false,
  // What the server itself has answered has a severity; an error of the line has none.
  isOver: (_connection, error) => 'severity' in Object(error),
};

/** Connections that READ COMMITTED was said to; MySQL's own default is REPEATABLE READ. */
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
  // https://dev.mysql.com/doc/refman/8.4/en/innodb-error-handling.html
  hasEnded: (_connection, error) => codeOf(error) === 'ER_LOCK_DEADLOCK',
  isOver: () => false,
};

export const TRANSACTION_DIALECTS: Record<string, TransactionDialect> = {
  sqlite,
  postgres,
  mysql,
};
