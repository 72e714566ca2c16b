/**
 * A server of the benchmark, in a process of its own: `child.mjs <application folder>`.
 * It answers what its parent asks over the IPC channel; see `process.mjs`.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { administratorToken } from './administrator.mjs';
import { startFloor } from './floor.mjs';
import { addFiles } from './library.mjs';
import { createMeter } from './meter.mjs';

const appDir = process.argv[2];
process.chdir(appDir);
process.env.NODE_ENV = 'production';

const require = createRequire(path.join(appDir, 'package.json'));
// As the start of the site does it; Strapi's own, and that of earlier commits, do not.
const memory = path.join(appDir, 'dist/src/start/memory.js');
const { prepareMemory, settleMemory } = existsSync(memory) ? require(memory) : {};
prepareMemory?.();

const { createStrapi } = require('@strapi/strapi');

const strapi = createStrapi({ appDir, distDir: path.join(appDir, 'dist'), serveAdminPanel: false });
await strapi.load();
await strapi.listen();
// On a busy machine it would close connections while a request is on its way.
strapi.server.httpServer.keepAliveTimeout = 0;

settleMemory?.();

const meter = createMeter(strapi);
const knex = strapi.db.connection;

const answers = {
  ...meter,
  addFiles: ({ file, count }) => addFiles(strapi, file, count),
  /** The token of a native client that may do everything. */
  createApiToken: async () => {
    const tokens = strapi.service('admin::api-token');
    const data = { name: 'bench', description: '', type: 'full-access', lifespan: null };
    return (await tokens.create(data)).accessKey;
  },
  administratorToken: () => administratorToken(strapi),
  startFloor: () => startFloor(require('koa'), knex),
  /** A tag of this name, as Strapi answers it. */
  createTag: (name) => strapi.documents('api::tag.tag').create({ data: { name } }),
  /** What the site's worker does in the background, at once. */
  fillSearch: () => strapi.plugin('bot').service('search').catchUp(),
  /** Runs statements past Strapi, one after another on one connection: the first of them may be its settings. */
  execute: async (statements) => {
    const connection = await knex.client.acquireConnection();
    try {
      for (const statement of statements) await knex.raw(statement).connection(connection);
    } finally {
      await knex.client.releaseConnection(connection);
    }
  },
  /** Runs one SELECT; each driver gives its rows in its own way. */
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
