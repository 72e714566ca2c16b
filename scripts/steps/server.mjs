/**
 * `node scripts/steps/server.mjs`: compiles the server into `dist`, file by file, as Strapi expects. `npm run
 * typecheck` checks the types.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';

import { build } from 'esbuild';

import { root } from '../terminal.mjs';

const FOLDERS = ['config', 'database', 'src'];
/** Files that this program does not compile: the panel, the plugin and type declarations. */
const OTHERS = /^src\/(admin|plugins)\/|\.d\.ts$/;

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name))
).filter((file) => /\.(ts|json)$/.test(file) && !OTHERS.test(file));

await build({
  absWorkingDir: root,
  entryPoints: sources,
  outdir: 'dist',
  outbase: '.',
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  loader: { '.json': 'copy' },
  logLevel: 'warning',
});
