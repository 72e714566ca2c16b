import path from 'node:path';

import { sayProgress } from '../report/say.mjs';

import { hasMariaDb, startMariaDb } from './mariadb.mjs';
import { startPostgres } from './postgres.mjs';

/**
 * @typedef {object} Database Where stores of one kind are kept.
 * @property {'sqlite' | 'postgres' | 'mysql'} client
 * @property {(name: string) => Promise<Record<string, string>>} create makes an empty store.
 *   Returns the environment of a server on it.
 * @property {() => Promise<void>} close removes all of them.
 */

const sqlite = (folder) => ({
  client: 'sqlite',
  create: async (name) => ({
    DATABASE_CLIENT: 'sqlite',
    DATABASE_FILENAME: path.join(folder, `${name}.db`),
  }),
  close: async () => undefined,
});

const postgres = async () => {
  const server = await startPostgres();
  if (server === undefined) return undefined;
  return {
    client: 'postgres',
    create: async (name) => ({
      DATABASE_CLIENT: 'postgres',
      DATABASE_URL: await server.createDatabase(name),
      // Millions of rows are seeded by single statements.
      DATABASE_TIMEOUT_SECONDS: '3600',
    }),
    close: server.stop,
  };
};

/** A server of its own for each store, as each has one database. */
const mysql = async () => {
  if (!hasMariaDb()) return undefined;
  const servers = [];
  return {
    client: 'mysql',
    create: async () => {
      const server = await startMariaDb();
      servers.push(server);
      return {
        DATABASE_CLIENT: 'mysql',
        DATABASE_URL: server.url,
        // Millions of rows are seeded by single statements.
        DATABASE_TIMEOUT_SECONDS: '3600',
      };
    },
    close: async () => {
      for (const { stop } of servers) await stop();
    },
  };
};

const KINDS = { sqlite, postgres, mysql };

/**
 * Opens a kind of database.
 *
 * @param {'sqlite' | 'postgres' | 'mysql'} client
 * @param {string} folder where SQLite files go; whoever made it removes it.
 * @returns {Promise<Database | undefined>} undefined if this machine has none.
 */
export const openDatabase = async (client, folder) => {
  const database = await KINDS[client](folder);
  if (database === undefined) sayProgress(`There is no ${client} on this machine: left out`);
  return database;
};
