import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { root } from '../../scripts/root.mjs';
import { createClient } from '../load/client.mjs';
import { BOT_TOKEN, serverEnvironment } from '../server/environment.mjs';
import { startServer } from '../server/process.mjs';
import { makeStockApp } from '../server/stock-app.mjs';

import { adapter } from './adapter.mjs';
import { native } from './native.mjs';

/** Starts a server with an SQLite file and a public folder of its own in `folder`. */
const startOn = async (appDir, folder) => {
  const publicDir = path.join(folder, 'public');
  mkdirSync(path.join(publicDir, 'uploads'), { recursive: true });
  return startServer({
    appDir,
    environment: serverEnvironment(publicDir, {
      DATABASE_CLIENT: 'sqlite',
      DATABASE_FILENAME: path.join(folder, 'data.db'),
    }),
  });
};

const participant = (side, server, token) => ({
  side,
  server,
  client: createClient({ port: server.port, token }),
  works: [],
});

/**
 * Starts both sides on temp data in `folder`.
 *
 * @returns {Promise<import('./actions.mjs').Participant[]>} the adapter, then Strapi's own routes.
 */
export const startParticipants = async (folder) => {
  const site = await startOn(root, path.join(folder, 'adapter'));
  const stockDir = path.join(folder, 'stock');
  mkdirSync(stockDir, { recursive: true });
  const stock = await startOn(makeStockApp(stockDir), path.join(folder, 'native'));
  return [
    participant(adapter, site, BOT_TOKEN),
    participant(native, stock, await stock.ask('createApiToken')),
  ];
};
