/**
 * Server of the benchmark in its own process: `child.mjs <application folder>`. Answers requests of its parent over the
 * IPC channel; see `process.mjs`.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { administratorToken } from './administrator.mjs';
import { createFastPathSwitch } from './fast-path.mjs';
import { startFloor } from './floor.mjs';
import { addFiles } from './library.mjs';
import { createMeter } from './meter.mjs';

const appDir = process.argv[2];
process.chdir(appDir);
process.env.NODE_ENV = 'production';

const require = createRequire(path.join(appDir, 'package.json'));
// Sets up V8 like the start of the site. Strapi's own start and earlier commits do not have this file.
const memory = path.join(appDir, 'dist/src/start/memory.js');
const { prepareMemory, settleMemory } = existsSync(memory) ? require(memory) : {};
prepareMemory?.();

const { createStrapi } = require('@strapi/strapi');

const strapi = createStrapi({ appDir, distDir: path.join(appDir, 'dist'), serveAdminPanel: false });
await strapi.load();
await strapi.listen();
// The timeout would close connections on a busy machine while a request is on its way.
strapi.server.httpServer.keepAliveTimeout = 0;

settleMemory?.();

const meter = createMeter(strapi);
const knex = strapi.db.connection;

const answers = {
  ...meter,
  switchFastPath: createFastPathSwitch(strapi),
  addFiles: ({ file, count }) => addFiles(strapi, file, count),
  /** Creates an API token with full access, for requests to Strapi's own routes. */
  createApiToken: async () => {
    const tokens = strapi.service('admin::api-token');
    const data = { name: 'bench', description: '', type: 'full-access', lifespan: null };
    return (await tokens.create(data)).accessKey;
  },
  administratorToken: () => administratorToken(strapi),
  startFloor: () => startFloor(require('koa'), knex),
  /** Creates a tag; returns Strapi's document. */
  createTag: (name) => strapi.documents('api::tag.tag').create({ data: { name } }),
  /** Runs the site's background indexing immediately. */
  fillSearch: () => strapi.plugin('bot').service('search').catchUp(),
  /**
   * Runs SQL statements one after another on one connection, so that settings made by the first statements apply to the
   * others.
   */
  execute: async (statements) => {
    const connection = await knex.client.acquireConnection();
    try {
      for (const statement of statements) await knex.raw(statement).connection(connection);
    } finally {
      await knex.client.releaseConnection(connection);
    }
  },
  /** Runs one SELECT and returns its rows, which each driver wraps differently. */
  select: async (statement) => {
    const result = await knex.raw(statement);
    return result.rows ?? (Array.isArray(result[0]) ? result[0] : result);
  },
  stop: async () => {
    await strapi.destroy();
    setImmediate(() => process.exit(0));
  },
};

process.on('message', async ({ id, name, argument }) => {
  try {
    process.send({ id, result: await answers[name](argument) });
  } catch (error) {
    process.send({ id, error: error.stack });
  }
});
process.on('disconnect', () => process.exit(1));
process.send({ id: 0 });
