/** Bundles the plugin: `npm run build`. The types of the package are built by `npm run build:types`. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { build, context } from 'esbuild';

import { PROGRAMS } from '../../../packages/media/programs.mjs';

const { exports, dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8')
);

/** Dependencies that are installed separately. All others are bundled. */
const external = Object.keys({
  ...dependencies,
  ...optionalDependencies,
  ...peerDependencies,
}).flatMap((name) => [name, `${name}/*`]);

/** Entry points: the plugin, the command, and programs of separate processes (see `packages/media`). */
const SERVER = {
  'server/index': exports['./strapi-server'].source,
  'cli/index': './server/src/cli/main.ts',
  ...PROGRAMS,
};
const ADMIN = { 'admin/index': exports['./strapi-admin'].source };

const common = { bundle: true, outdir: 'dist', external, logLevel: 'warning' };
const builds = [
  {
    ...common,
    entryPoints: SERVER,
    alias: { lodash: './lodash.mjs' },
    platform: 'node',
    target: 'node20',
    format: 'cjs',
  },
  {
    ...common,
    entryPoints: ADMIN,
    platform: 'browser',
    // Later targets allow string literals as export names, which the panel's build rejects.
    target: 'es2020',
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    chunkNames: 'admin/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
  },
];

/** Copies the published build of Swagger UI, which displays `GET /docs`, with its licences. */
const copySwaggerUi = () => {
  const source = path.dirname(
    createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')
  );
  for (const file of [
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'swagger-ui.css',
    'LICENSE',
    'NOTICE',
  ]) {
    cpSync(path.join(source, file), path.join('dist/docs', file));
  }
};

rmSync('dist', { recursive: true, force: true });
copySwaggerUi();
if (process.argv.includes('--watch')) {
  for (const options of builds) await (await context(options)).watch();
} else {
  await Promise.all(builds.map(build));
}
