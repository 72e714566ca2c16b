/** `npm run build`: the programs that run beside a host, for the command and the tests of this package. */
import { readFileSync } from 'node:fs';

import { build } from 'esbuild';

import { PROGRAMS } from './programs.mjs';

const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

await build({
  entryPoints: PROGRAMS,
  bundle: true,
  outdir: 'dist',
  external: Object.keys({ ...dependencies, ...optionalDependencies }),
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'warning',
});
