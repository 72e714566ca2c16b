/**
 * A server of the benchmark, in a process of its own: `child.mjs <application folder>`.
 * It answers what its parent asks over the IPC channel; see `process.mjs`.
 */
import { createRequire } from 'node:module';
import path from 'node:path';

import { administratorToken } from './administrator.mjs';
import { addFiles } from './library.mjs';
import { createMemoryWatch } from './memory.mjs';
import { createMeter } from './meter.mjs';
import { createProfiler } from './profiler.mjs';
import { settle } from './settle.mjs';
import { execute, select } from './statements.mjs';

const appDir = process.argv[2];
process.chdir(appDir);
process.env.NODE_ENV = 'production';

const require = createRequire(path.join(appDir, 'package.json'));
const { createStrapi } = require('@strapi/strapi');

const strapi = createStrapi({ appDir, distDir: path.join(appDir, 'dist'), serveAdminPanel: false });
await strapi.load();
await strapi.listen();

const meter = createMeter(strapi);
const profiler = createProfiler();
const memory = createMemoryWatch();

const answers = {
  read: () => meter.read(),
  settle: () => settle(meter),
  startProfile: () => profiler.start(),
  stopProfile: (file) => profiler.stop(file),
  addFiles: ({ file, count }) => addFiles(strapi, file, count),
  /** The token of a native client that may do everything. */
  createApiToken: async () => {
    const tokens = strapi.service('admin::api-token');
    const data = { name: 'bench', description: '', type: 'full-access', lifespan: null };
    return (await tokens.create(data)).accessKey;
  },
  administratorToken: () => administratorToken(strapi),
  /** A tag of this name, as Strapi answers it. */
  createTag: (name) => strapi.documents('api::tag.tag').create({ data: { name } }),
  /** What the site's worker does in the background, at once. */
  fillSearch: () => strapi.plugin('bot').service('searchIndex').catchUp(),
  execute: (statements) => execute(strapi, statements),
  select: (statement) => select(strapi, statement),
  watchMemory: () => memory.start(),
  largestMemory: () => memory.stop(),
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
process.send({ ready: true });
