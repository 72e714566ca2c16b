/** Bundles the plugin: `npm run build`. The types of the package are built by `npm run build:types`. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

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

/** Code of Redoc that the Content Security Policy of the page forbids, and its replacement. */
const REDOC_CHANGES = [
  // The logo is on another host. Redoc displays none if it does not load.
  ['"https://cdn.redoc.ly/redoc/logo-mini.svg"', '""'],
  // The nonce of styles. Redoc reads it from its options only after it has created the first styles.
  ['r.nc=void 0', 'r.nc=document.currentScript.nonce'],
];

/** Copies the published build of Redoc, which displays `GET /docs`, with its licences and with `REDOC_CHANGES`. */
const copyRedoc = () => {
  const source = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');
  const published = readFileSync(source, 'utf8');
  const text = REDOC_CHANGES.reduce((code, [old, fresh]) => {
    if (code.split(old).length !== 2) throw new Error(`redoc no longer has ${old} once`);
    return code.replace(old, fresh);
  }, published);
  mkdirSync('dist/docs', { recursive: true });
  writeFileSync('dist/docs/redoc.js', text);
  cpSync(`${source}.LICENSE.txt`, 'dist/docs/redoc.standalone.js.LICENSE.txt');
};

rmSync('dist', { recursive: true, force: true });
copyRedoc();
if (process.argv.includes('--watch')) {
  for (const options of builds) await (await context(options)).watch();
} else {
  await Promise.all(builds.map(build));
}
