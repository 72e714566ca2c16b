/** `npm run build`: the command, and the program that runs beside it, for the tests of this package too. */
import { readFileSync } from 'node:fs';

import { build } from 'esbuild';

import { PROGRAMS } from './programs.mjs';

const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

await build({
  entryPoints: { ...PROGRAMS, 'cli/index': 'src/cli/main.ts' },
  bundle: true,
  outdir: 'dist',
  external: Object.keys({ ...dependencies, ...optionalDependencies }),
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'warning',
});
