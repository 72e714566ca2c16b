import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { createClient } from '../load/client.mjs';
import { startApplication, startSite } from '../server/start-site.mjs';
import { makeStockApp } from '../server/stock-app.mjs';

import { native } from './native.mjs';

const sqliteIn = (folder) => ({
  DATABASE_CLIENT: 'sqlite',
  DATABASE_FILENAME: path.join(folder, 'data.db'),
});

const startStock = async (folder, hasSiteDatabase) => {
  const appDir = path.join(folder, 'application');
  mkdirSync(appDir, { recursive: true });
  const app = makeStockApp(appDir, hasSiteDatabase);
  const server = await startApplication(app, folder, sqliteIn(folder));
  const token = await server.ask('createApiToken');
  return { side: native, server, client: createClient({ port: server.port, token }), works: [] };
};

/**
 * Starts both sides on temp data in `folder`.
 *
 * @param {string} folder
 * @param {{ hasSiteDatabase: boolean }} options see `makeStockApp`.
 * @returns {Promise<import('./actions.mjs').Participant[]>} the adapter, then Strapi's own routes.
 */
export const startParticipants = async (folder, { hasSiteDatabase }) => {
  const siteFolder = path.join(folder, 'adapter');
  return [
    await startSite(siteFolder, sqliteIn(siteFolder)),
    await startStock(path.join(folder, 'native'), hasSiteDatabase),
  ];
};

/** Stops servers and connections, whatever happened before. */
export const stopParticipants = async (participants) => {
  for (const { client, server } of participants) {
    client.close();
    await server.stop();
  }
};
