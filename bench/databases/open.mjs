import path from 'node:path';

import { sayProgress } from '../report/say.mjs';

import { startPostgres } from './postgres.mjs';

/**
 * @typedef {object} Database Where stores of one kind are kept.
 * @property {'sqlite' | 'postgres'} client
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

/**
 * Opens a kind of database.
 *
 * @param {'sqlite' | 'postgres'} client
 * @param {string} folder where SQLite files go; whoever made it removes it.
 * @returns {Promise<Database | undefined>} undefined if this machine has none.
 */
export const openDatabase = async (client, folder) => {
  const database = client === 'sqlite' ? sqlite(folder) : await postgres();
  if (database === undefined) sayProgress(`There is no ${client} on this machine: left out`);
  return database;
};
