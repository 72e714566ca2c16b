/**
 * Leans on knex 3.0.1: `acquireRawConnection` opens a connection beside the pool, and one that is lost gets a
 * `__knex__disposed`. `tests/instances/ten-at-once.long.test.ts` and `mariadb.test.ts` notice a change.
 */
import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { rowsOf } from '../../database/connection';
import { noteDatabaseError } from '../../database/error-origin';

interface Connection {
  __knex__disposed?: unknown;
}

interface Client {
  acquireRawConnection(): Promise<Connection>;
  destroyRawConnection(connection: Connection): Promise<unknown>;
}

/** Any number will do, as long as every instance of the site uses the same. */
const LOCK = 7_230_514;
/** MySQL's locks belong to the whole server, so the name has the database in it; 64 characters. */
const LOCK_NAME = "SHA1(CONCAT('strapi-loading-', DATABASE()))";

interface Dialect {
  /** Sent before the lock is tried. */
  before: string[];
  /** Takes the lock if it is free, and answers whether it was. */
  take: string;
  /** Sent after the lock was not free. */
  after: string[];
}

const DIALECTS: Record<string, Dialect> = {
  // The lock belongs to a transaction that stays open: behind a pooler in transaction mode, a session is not the
  // connection's own. Whoever waits keeps no transaction open, which would take a connection of the pooler.
  postgres: {
    before: ['BEGIN', 'SET LOCAL idle_in_transaction_session_timeout = 0'],
    take: `SELECT CASE WHEN pg_try_advisory_xact_lock(${LOCK}) THEN 1 ELSE 0 END AS taken`,
    after: ['ROLLBACK'],
  },
  mysql: { before: [], take: `SELECT GET_LOCK(${LOCK_NAME}, 0) AS taken`, after: [] },
};

const PAUSE_MILLISECONDS = 200;

/**
 * A lock for loading, one instance at a time: migrations, schema sync, bootstrap. Strapi has none, and
 * several instances starting on one database would all create the same tables.
 *
 * It has its own connection beside the pool, which may be as small as one. If the process dies or the
 * connection is lost, the database releases the lock. SQLite needs none: one process uses it.
 */
export const createLoadingLock = (strapi: Core.Strapi) => {
  const dialect = DIALECTS[strapi.db.dialect.client];
  if (dialect === undefined) {
    return { hold: async () => undefined, release: async () => undefined };
  }
  const knex = strapi.db.connection;
  const client = knex.client as Client;
  let held: Connection | undefined;
  let taking: Promise<void> | undefined;
  let isReleased = false;

  // Not waited for: at the other end of a dead line nobody says goodbye.
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
          strapi.log.info('Another instance is loading; waiting for it');
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
    /** Waits until this instance has it; of no cost while it does. @throws what the driver says of a database that is away */
    async hold(): Promise<void> {
      if (isReleased || (held !== undefined && held.__knex__disposed === undefined)) {
        return;
      }
      taking ??= takeIt()
        .catch((error: object) => {
          noteDatabaseError(error);
          throw error;
        })
        .finally(() => (taking = undefined));
      await taking;
    },

    /** Gives it back; it is not taken again. */
    async release(): Promise<void> {
      isReleased = true;
      if (held !== undefined) {
        // The lock goes with its connection.
        await client.destroyRawConnection(held).catch(() => undefined);
      }
    },
  };
};
