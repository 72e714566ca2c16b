import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { root } from './root.mjs';
import { PlainError } from './say.mjs';
import { loadSqlite } from './setup/sqlite.mjs';
import { describeStartError } from './start-error.mjs';

const require = createRequire(path.join(root, 'package.json'));

/** The local upload provider does not start without its folder; an empty volume has none yet. */
const makeUploadsFolder = (strapi) => {
  const folder = path.join(strapi.dirs.static.public, 'uploads');
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new PlainError(`Cannot make the folder for uploads ${folder}: ${error.code}`);
  }
};

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

/**
 * Starts the compiled server in this process, so that signals reach Strapi itself: on SIGTERM and
 * SIGINT it stops what it runs and exits with 0.
 *
 * @returns the running Strapi.
 * @throws PlainError with one line for what a person has to set right.
 */
export const launch = async () => {
  process.chdir(root);
  process.env.NODE_ENV = 'production';
  const { createStrapi } = require('@strapi/strapi');
  try {
    const strapi = createStrapi({ appDir: root, distDir: path.join(root, 'dist') });
    makeUploadsFolder(strapi);
    if (strapi.config.get('database.connection.client') === 'sqlite') loadSqlite(root);
    await strapi.load();
    await listen(strapi);
    return strapi;
  } catch (error) {
    const line = error.plain ? '' : describeStartError(error, process.env);
    throw line ? new PlainError(line) : error;
  }
};
