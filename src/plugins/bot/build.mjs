/** `npm run build`: makes each file that `exports` names. Types are made by `npm run build:types`, for the package. */
import { readFileSync, rmSync } from 'node:fs';

import { build, context } from 'esbuild';

const { exports, dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8')
);

/** What is installed beside the package; all else is put into it. */
const external = Object.keys({
  ...dependencies,
  ...optionalDependencies,
  ...peerDependencies,
}).flatMap((name) => [name, `${name}/*`]);

const sources = Object.entries(exports).filter(([, entry]) => entry.source !== undefined);
const nameOf = (entry) => entry.default.replace(/^\.\/dist\/(.*)\.m?js$/, '$1');
const entriesOf = (isAdmin) =>
  Object.fromEntries(
    sources
      .filter(([name]) => (name === './strapi-admin') === isAdmin)
      .map(([, entry]) => [nameOf(entry), entry.source])
  );

const common = { bundle: true, outdir: 'dist', external, logLevel: 'warning' };
const builds = [
  { ...common, entryPoints: entriesOf(false), platform: 'node', target: 'node20', format: 'cjs' },
  {
    ...common,
    entryPoints: entriesOf(true),
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
