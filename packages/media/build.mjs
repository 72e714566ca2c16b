/** Builds the command and the file process of this package, also for its tests: `npm run build`. */
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
