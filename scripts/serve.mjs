/** `npm start`, after the set-up: runs the site in this process, so that signals reach Strapi itself. */
import { createRequire } from 'node:module';
import path from 'node:path';

import { root } from './root.mjs';
import { PlainError, say } from './say.mjs';
import { describeStartError } from './start-error.mjs';
import { ensureFolders } from './steps/folders.mjs';
import { loadSqlite } from './steps/sqlite.mjs';
import { welcome } from './welcome.mjs';

const PARENT_LOOKED_AT = 500;

/**
 * Ends this process as SIGTERM would when npm, which started it, has ended: `npm start` is npm, a shell, and this
 * process. A SIGTERM that npm gets ends npm and, through it, the shell; a shell does not pass a signal on.
 */
const endWithNpm = () => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_LOOKED_AT);
  watch.unref();
};

const require = createRequire(path.join(root, 'package.json'));

const listen = (strapi) =>
  new Promise((resolve, reject) => {
    const { httpServer } = strapi.server;
    // Strapi ends the process on a port in use, and stays alive without a port on other errors.
    httpServer.removeAllListeners('error');
    httpServer.once('error', reject);
    strapi.listen().then(() => {
      httpServer.off('error', reject);
      httpServer.on('error', (error) => strapi.log.error(error));
      resolve(undefined);
    }, reject);
  });

const launch = async () => {
  process.chdir(root);
  process.env.NODE_ENV = 'production';
  const { createStrapi } = require('@strapi/strapi');
  const strapi = createStrapi({ appDir: root, distDir: path.join(root, 'dist') });
  ensureFolders(strapi, root);
  if (strapi.config.get('database.connection.client') === 'sqlite') loadSqlite(root);
  await strapi.load();
  await listen(strapi);
  return strapi;
};

endWithNpm();
const startedAt = Date.now();
say('Starting the server ...');
try {
  await welcome(await launch(), startedAt);
} catch (error) {
  const line = error.plain ? '' : describeStartError(error, process.env);
  throw line ? new PlainError(line) : error;
}
