import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { root } from '../../scripts/terminal.mjs';
import { createClient } from '../load/client.mjs';
import { adapter } from '../sides/adapter.mjs';

import { BOT_TOKEN, serverEnvironment } from './environment.mjs';
import { startServer } from './process.mjs';

/** Makes a public folder in `folder` and starts the application on it. */
export const startApplication = (appDir, folder, environment) => {
  const publicDir = path.join(folder, 'public');
  mkdirSync(path.join(publicDir, 'uploads'), { recursive: true });
  return startServer({ appDir, environment: serverEnvironment(publicDir, environment) });
};

/**
 * Starts the site.
 *
 * @param {string} folder for its uploads.
 * @param {Record<string, string>} environment its database, and what else it is to be started with.
 * @param {string} [appDir] a checkout of it that is built.
 * @returns {Promise<import('../sides/actions.mjs').Participant>}
 */
export const startSite = async (folder, environment, appDir = root) => {
  const server = await startApplication(appDir, folder, environment);
  return {
    side: adapter,
    server,
    client: createClient({ port: server.port, token: BOT_TOKEN }),
    works: [],
  };
};
