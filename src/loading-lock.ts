import type { Core } from '@strapi/strapi';

/** Any number will do, as long as every instance of the site uses the same. */
const LOCK = 7_230_514;
/** MySQL's locks belong to the whole server, so the name has the database in it; 64 characters. */
const LOCK_NAME = "SHA1(CONCAT('strapi-loading-', DATABASE()))";

interface Statements {
  take: string;
  giveBack: string;
}

const STATEMENTS: Record<string, Statements> = {
  postgres: {
    take: `SELECT pg_advisory_lock(${LOCK})`,
    giveBack: `SELECT pg_advisory_unlock(${LOCK})`,
  },
  mysql: {
    // Without end, as on PostgreSQL: MariaDB has no such number, a year will do.
    take: `SELECT GET_LOCK(${LOCK_NAME}, 31536000)`,
    giveBack: `SELECT RELEASE_LOCK(${LOCK_NAME})`,
  },
};

/**
 * Lets one instance at a time go through Strapi's loading: migrations, schema sync and the
 * bootstrap of the plugins. Strapi itself takes no lock there, and several instances that start
 * together on one database would all create the same tables.
 *
 * The lock belongs to a connection of its own, taken from the pool: should the process die while
 * it loads, the database gives the lock to the next one. SQLite needs none, one process uses it.
 *
 * @returns a function that gives the lock back, to be called when everything is loaded
 */
export const takeLoadingLock = async (strapi: Core.Strapi): Promise<() => Promise<void>> => {
  const statements = STATEMENTS[strapi.db.dialect.client];
  if (statements === undefined) {
    return () => Promise.resolve();
  }
  const knex = strapi.db.connection;
  const connection: unknown = await knex.client.acquireConnection();
  await knex.raw(statements.take).connection(connection);
  return async () => {
    await knex.raw(statements.giveBack).connection(connection);
    await knex.client.releaseConnection(connection);
  };
};
