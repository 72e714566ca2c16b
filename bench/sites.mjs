import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import path from 'node:path';

import { SECRETS } from '../scripts/steps/settings.mjs';
import { UserFacingError, root } from '../scripts/terminal.mjs';

import { createClient } from './load.mjs';
import { logProgress } from './report.mjs';
import { startServer } from './server/process.mjs';
import { adapter } from './sides/adapter.mjs';
import { native } from './sides/native.mjs';

/** Environment variables that Node and its packages need. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'UV_THREADPOOL_SIZE'];
const BOT_TOKEN = 'token-of-the-bench-bot';

/** Environment of every server. It ignores a developer's `.env`, and no side logs requests. */
const environmentIn = (folder) => ({
  ...Object.fromEntries(
    INHERITED.filter((name) => name in process.env).map((name) => [name, process.env[name]])
  ),
  ENV_PATH: devNull,
  NODE_ENV: 'production',
  ...Object.fromEntries(SECRETS.map((name) => [name, `secret-of-the-bench-${name}`])),
  STRAPI_TELEMETRY_DISABLED: 'true',
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  BOT_API_TOKEN: BOT_TOKEN,
  BOT_SITE: 'bench',
  PUBLIC_DIR: path.join(folder, 'public'),
  DATABASE_CLIENT: 'sqlite',
  DATABASE_FILENAME: path.join(folder, 'data.db'),
});

/** Starts one side: its requests, its server, a client with a token, and later its works. */
const start = async (side, appDir, folder, environment) => {
  mkdirSync(path.join(folder, 'public/uploads'), { recursive: true });
  const server = await startServer(appDir, { ...environmentIn(folder), ...environment });
  const token = side === native ? await server.request('createApiToken') : BOT_TOKEN;
  return { side, server, client: createClient({ port: server.port, token }), works: [] };
};

/**
 * Starts the site.
 *
 * @param {string} folder for uploads, and for the database unless the environment names another.
 * @param {Record<string, string>} [environment] additional environment variables.
 */
export const startSite = (folder, environment) => start(adapter, root, folder, environment);

/**
 * Starts the application for comparison: Strapi with the settings of its generator, the site's content types, and
 * Strapi's own router, controller and service for them.
 */
export const startStock = (folder) => {
  const application = path.join(folder, 'application');
  const dist = path.join(application, 'dist');
  cpSync(path.join(root, 'bench/stock'), dist, { recursive: true });
  cpSync(path.join(root, 'package.json'), path.join(application, 'package.json'));
  for (const name of [
    ...['work', 'tag', 'category'].map((type) => `src/api/${type}/content-types`),
    ...['src/components', 'src/api/slug-from-name.js', 'src/api/printable.js'],
    'src/api/work/topic-indexes.js',
  ]) {
    cpSync(path.join(root, 'dist', name), path.join(dist, name), { recursive: true });
  }
  for (const type of ['work', 'tag']) {
    for (const part of ['Controller', 'Router', 'Service']) {
      const place = part === 'Router' ? 'routes' : `${part.toLowerCase()}s`;
      const file = path.join(dist, `src/api/${type}/${place}/${type}.js`);
      mkdirSync(path.dirname(file), { recursive: true });
      const create = `require('@strapi/strapi').factories.createCore${part}`;
      writeFileSync(file, `module.exports = ${create}('api::${type}.${type}');`);
    }
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(application, 'node_modules'), 'dir');
  return start(native, application, folder);
};

/** Builds the site of a commit, without its panel. */
const buildEarlier = (checkout, commit) => {
  const call = (program, args, cwd = checkout) => {
    try {
      return execFileSync(program, args, { cwd, stdio: 'pipe', maxBuffer: 2 ** 30 });
    } catch (error) {
      throw new UserFacingError(`${commit} cannot be built: ${error.stderr || error.message}`);
    }
  };
  logProgress(`Building ${commit}`);
  const hash = call('git', ['rev-parse', commit], root).toString().trim();
  call('git', ['clone', '--quiet', '--shared', '--no-checkout', root, checkout], root);
  call('git', ['checkout', '--quiet', hash]);
  const [then, now] = [checkout, root].map((place) =>
    readFileSync(`${place}/package-lock.json`, 'utf8')
  );
  if (then === now) {
    const copied = { recursive: true, verbatimSymlinks: true };
    cpSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'), copied);
  } else {
    call('npm', ['ci']);
  }
  // Earlier commits compiled the plugin with the site, because it was not a package.
  call('npm', ['run', 'build', '--if-present', '--prefix', 'src/plugins/bot']);
  call('npx', ['tsc', '-p', '.', '--incremental', 'false']);
  return checkout;
};

/**
 * Folder of a built checkout.
 *
 * @param {string} folder for a checkout that must be built.
 * @param {string} earlier a Git revision, or the folder of a built checkout.
 * @throws UserFacingError if the commit does not exist or cannot be built.
 */
export const builtCheckout = (folder, earlier) =>
  existsSync(earlier)
    ? path.resolve(earlier)
    : buildEarlier(path.join(folder, 'checkout'), earlier);

/** Starts the site of a built checkout. */
export const startEarlier = (folder, checkout) =>
  start({ ...adapter, name: 'earlier' }, checkout, folder);

/** Stops all servers and connections, even if they have failed. */
export const stopAll = async (sites) => {
  for (const { client, server } of sites) {
    client.close();
    await server.stop();
  }
};
