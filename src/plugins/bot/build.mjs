/** `npm run build`. Types are made by `npm run build:types`, for the package. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { build, context } from 'esbuild';

import { PROGRAMS } from '../../../packages/media/programs.mjs';

const { exports, dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8')
);

/** What is installed beside the package; all else is put into it. */
const external = Object.keys({
  ...dependencies,
  ...optionalDependencies,
  ...peerDependencies,
}).flatMap((name) => [name, `${name}/*`]);

/** The plugin, the command, and programs that run beside the site; see `packages/media`. */
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
    // Later ones may export names that are texts, which the panel's build refuses.
    target: 'es2020',
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    chunkNames: 'admin/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
  },
];

/** What the page may not do under its policy, and what stands in its place. */
const REDOC_CHANGES = [
  // A picture from elsewhere; Redoc shows none where it does not load.
  ['"https://cdn.redoc.ly/redoc/logo-mini.svg"', '""'],
  // The nonce of styles, which Redoc takes from its options when the first are there already.
  ['r.nc=void 0', 'r.nc=document.currentScript.nonce'],
];

/** The page `GET /docs` is shown by Redoc as it is published, with its licences, but for those changes. */
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
