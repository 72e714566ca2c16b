/**
 * `npm start`, after the set-up: runs the site in this process, so that signals reach Strapi directly.
 *
 * Relies on: the listeners for `error` that Strapi adds to `strapi.server.httpServer`
 * Breaks if: Strapi handles errors of the server elsewhere
 * Checked by: tests/house/configuration.long.test.ts
 */
import { createRequire } from 'node:module';
import path from 'node:path';

import type * as Strapi from '@strapi/strapi';
import type { Core } from '@strapi/strapi';
import { config } from 'dotenv';

import { ensureFolders } from './folders';
import { prepareMemory, settleMemory } from './memory';
import { UserFacingError } from './user-facing-error';
import { log } from './log';
import { loadSqliteDriver } from './sqlite';
import { describeStartError } from './start-error';
import { printStartMessage } from './start-message';

const ROOT = path.resolve(__dirname, '../../..');
const PARENT_CHECK_MILLISECONDS = 500;

/**
 * Ends this process like SIGTERM when npm, its parent, has ended. `npm start` runs npm, a shell and this process; a
 * SIGTERM to npm ends npm and the shell, but a shell does not forward signals.
 */
const endWithNpm = (): void => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MILLISECONDS);
  watch.unref();
};

const listen = (strapi: Core.Strapi): Promise<void> =>
  new Promise((resolve, reject) => {
    const { httpServer } = strapi.server;
    // Strapi's own handler exits if the port is in use, and keeps running without a port after other errors.
    httpServer.removeAllListeners('error');
    httpServer.once('error', reject);
    strapi.listen().then(() => {
      httpServer.off('error', reject);
      httpServer.on('error', (error) => strapi.log.error(error));
      resolve();
    }, reject);
  });

const launch = async (): Promise<Core.Strapi> => {
  process.chdir(ROOT);
  process.env.NODE_ENV = 'production';
  prepareMemory();
  // Loads the environment file as Strapi does later, because it also sets the log format.
  config({ path: process.env.ENV_PATH, quiet: true });
  log(process.stdout, 'info', 'Starting the server ...\n');
  const { createStrapi } = createRequire(__filename)('@strapi/strapi') as typeof Strapi;
  const strapi = createStrapi({ appDir: ROOT, distDir: path.join(ROOT, 'dist') });
  ensureFolders(strapi);
  if (strapi.config.get('database.connection.client') === 'sqlite') loadSqliteDriver();
  await strapi.load();
  await listen(strapi);
  return strapi;
};

endWithNpm();
const startedAt = Date.now();
launch()
  .then((strapi) => printStartMessage(strapi, startedAt))
  .then(settleMemory)
  .catch((error: Error) => {
    const line =
      error instanceof UserFacingError ? error.message : describeStartError(error, process.env);
    log(process.stderr, 'error', `${line || error.stack}\n`);
    process.exit(1);
  });
