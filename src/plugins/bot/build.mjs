/** `npm run build`. Types are made by `npm run build:types`, for the package. */
import { readFileSync, rmSync } from 'node:fs';

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

rmSync('dist', { recursive: true, force: true });
if (process.argv.includes('--watch')) {
  for (const options of builds) await (await context(options)).watch();
} else {
  await Promise.all(builds.map(build));
}
