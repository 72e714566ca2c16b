/**
 * Leans on Strapi 5.54.0: `strapi.load()` calls `this.register()`, then `this.bootstrap()`, in
 * which it migrates, syncs the schema and bootstraps all plugins and the site (since 5.0); and on
 * knex 3.0.1: `acquireRawConnection` opens a connection beside the pool.
 * `tests/instances/ten-at-once.test.ts` and `mariadb.test.ts` notice a change.
 */
import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { rowsOf } from '../../database/connection';

interface Client {
  acquireRawConnection(): Promise<object>;
  destroyRawConnection(connection: object): Promise<unknown>;
}

/** Any number will do, as long as every instance of the site uses the same. */
const LOCK = 7_230_514;
/** MySQL's locks belong to the whole server, so the name has the database in it; 64 characters. */
const LOCK_NAME = "SHA1(CONCAT('strapi-loading-', DATABASE()))";

/** Takes the lock if it is free, and answers whether it was; by dialect. */
const TAKE: Record<string, string> = {
  postgres: `SELECT CASE WHEN pg_try_advisory_lock(${LOCK}) THEN 1 ELSE 0 END AS taken`,
  mysql: `SELECT GET_LOCK(${LOCK_NAME}, 0) AS taken`,
};

const PAUSE_MILLISECONDS = 200;

/**
 * Lets one instance at a time go through Strapi's loading: migrations, schema sync and the
 * bootstrap of the plugins. Strapi itself takes no lock there, and several instances that start
 * together on one database would all create the same tables.
 *
 * The lock belongs to a connection of its own, beside the pool, which may be as small as one:
 * should the process die while it loads, the database gives the lock to the next one. SQLite
 * needs none, one process uses it. It is given back when Strapi has loaded, or failed to.
 */
export const takeLoadingLock = async (strapi: Core.Strapi): Promise<void> => {
  const take = TAKE[strapi.db.dialect.client];
  if (take === undefined) {
    return;
  }
  const knex = strapi.db.connection;
  const client = knex.client as Client;
  const connection = await client.acquireRawConnection();

  const isTaken = async (): Promise<boolean> => {
    const [row] = rowsOf<{ taken: number }>(await knex.raw(take).connection(connection));
    return Number(row?.taken) === 1;
  };
  for (let tries = 0; !(await isTaken()); tries += 1) {
    if (tries === 0) {
      strapi.log.info('Another instance is loading; waiting for it');
    }
    await pause(PAUSE_MILLISECONDS);
  }

  const bootstrap = strapi.bootstrap.bind(strapi);
  strapi.bootstrap = async () => {
    try {
      return await bootstrap();
    } finally {
      // The lock goes with its connection.
      await client.destroyRawConnection(connection);
    }
  };
};
