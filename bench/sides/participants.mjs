import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { createClient } from '../load/client.mjs';
import { checkOut } from '../server/checkout.mjs';
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
 * @param {{ hasSiteDatabase: boolean, against?: string }} options see `makeStockApp` and `checkOut`.
 * @returns {Promise<import('./actions.mjs').Participant[]>} the site, and what it is compared with: Strapi's own
 *   routes, or the site as it was at the commit `against`.
 */
export const startParticipants = async (folder, { hasSiteDatabase, against }) => {
  const [one, other] = ['now', 'other'].map((name) => path.join(folder, name));
  const startOther = async () => {
    if (against === undefined) return startStock(other, hasSiteDatabase);
    const earlier = await checkOut(against, path.join(folder, 'checkout'));
    const then = await startSite(other, sqliteIn(other), earlier);
    return { ...then, side: { ...then.side, name: 'earlier' } };
  };
  const second = await startOther();
  try {
    return [await startSite(one, sqliteIn(one)), second];
  } catch (error) {
    await stopParticipants([second]);
    throw error;
  }
};

/** Stops servers and connections, whatever happened before. */
export const stopParticipants = async (participants) => {
  for (const { client, server } of participants) {
    client.close();
    await server.stop();
  }
};
