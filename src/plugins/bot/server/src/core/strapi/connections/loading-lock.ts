/**
 * Relies on: knex 3.0.1: `acquireRawConnection` opens a connection outside the pool; a lost one has `__knex__disposed`
 * Breaks if: knex renames these
 * Checked by: `tests/instances/ten-at-once.long.test.ts`, `tests/instances/mariadb.long.test.ts`
 */
import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { rowsOf } from '../../database/connection';
import { noteDatabaseError } from '../../database/faults';

interface Connection {
  __knex__disposed?: unknown;
}

interface Client {
  acquireRawConnection(): Promise<Connection>;
  destroyRawConnection(connection: Connection): Promise<unknown>;
}

/** Arbitrary lock number, the same on all instances of a site. */
const LOCK = 7_230_514;
/** Lock name with at most 64 characters. Contains the database name, because MySQL's locks are server-wide. */
const LOCK_NAME = "SHA1(CONCAT('strapi-loading-', DATABASE()))";

interface Dialect {
  /** SQL statements to run before each attempt to take the loading lock. */
  before: string[];
  /** SQL statement that takes the loading lock if it is free, and returns 1 as `taken` on success. */
  take: string;
  /** SQL statements to run after `take` did not get the lock, because another instance holds it. */
  after: string[];
}

const DIALECTS: Record<string, Dialect> = {
  // The lock belongs to an open transaction, because behind a pooler in transaction mode a session is not bound to the
  // connection. A waiting instance closes its transaction so as not to occupy a connection of the pooler.
  postgres: {
    before: ['BEGIN', 'SET LOCAL idle_in_transaction_session_timeout = 0'],
    take: `SELECT CASE WHEN pg_try_advisory_xact_lock(${LOCK}) THEN 1 ELSE 0 END AS taken`,
    after: ['ROLLBACK'],
  },
  mysql: { before: [], take: `SELECT GET_LOCK(${LOCK_NAME}, 0) AS taken`, after: [] },
};

const PAUSE_MILLISECONDS = 200;

/**
 * A lock that lets only one instance load at a time: migrations, schema sync, bootstrap. Strapi has none, so several
 * starting instances would create the same tables.
 *
 * Uses its own connection outside the pool, whose size may be one. If the process dies or the connection is lost, the
 * database releases the lock. SQLite needs none, because a single process uses it.
 */
export const createLoadingLock = (strapi: Core.Strapi) => {
  const dialect = DIALECTS[strapi.db.dialect.client];
  if (dialect === undefined) return { hold: async () => undefined, release: async () => undefined };
  const knex = strapi.db.connection;
  const client = knex.client as Client;
  let held: Connection | undefined;
  let taking: Promise<void> | undefined;
  let isReleased = false;

  // The disconnect is not awaited, because closing a dead connection may take long.
  const leave = (connection: Connection): void =>
    void client.destroyRawConnection(connection).catch(() => undefined);

  const isTakenBy = async (connection: Connection): Promise<boolean> => {
    const send = (sql: string) => knex.raw(sql).connection(connection);
    for (const sql of dialect.before) await send(sql);
    const [row] = rowsOf<{ taken: number }>(await send(dialect.take));
    if (Number(row?.taken) === 1) return true;
    for (const sql of dialect.after) await send(sql);
    return false;
  };

  const takeIt = async (): Promise<void> => {
    const connection = await client.acquireRawConnection();
    try {
      for (let tries = 0; !(await isTakenBy(connection)); tries += 1) {
        if (tries === 0) {
          strapi.log.info('Another instance of this site is starting. Waiting for it');
        }
        await pause(PAUSE_MILLISECONDS);
      }
    } catch (error) {
      leave(connection);
      throw error;
    }
    held = connection;
  };

  return {
    /**
     * Waits until this instance holds the loading lock.
     * @throws driver errors of an unreachable database
     */
    async hold(): Promise<void> {
      if (isReleased || (held !== undefined && held.__knex__disposed === undefined)) return;
      taking ??= takeIt()
        .catch((error: object) => {
          noteDatabaseError(error);
          throw error;
        })
        .finally(() => (taking = undefined));
      await taking;
    },

    /** Releases the loading lock. Later calls of `hold` return at once and do not take the lock again. */
    async release(): Promise<void> {
      isReleased = true;
      if (held !== undefined) {
        // Closing its connection releases the lock.
        await client.destroyRawConnection(held).catch(() => undefined);
      }
    },
  };
};
