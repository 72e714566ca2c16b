import fs from 'node:fs';
import path from 'node:path';

import { mustRun } from '../child.mjs';
import { say } from '../say.mjs';
import { fingerprint } from './fingerprint.mjs';
import { matches, stamped } from './stamp.mjs';

const FOLDERS = ['src', 'config', 'database'];
const SOURCES = [...FOLDERS, 'types', 'tsconfig.json', 'package.json', 'package-lock.json'];
/** The panel's, and the plugin's: a package of its own. */
const NOT_COMPILED = /^src\/(admin|plugins)$/;

const stampOf = (root) => path.join(root, 'dist/.server-stamp');
const sourcesOf = (root) => () => fingerprint(root, SOURCES, (entry) => NOT_COMPILED.test(entry));
const outputOf = (root) => () => fingerprint(path.join(root, 'dist'), FOLDERS);

/** Whether dist holds the server as its sources are now. */
export const isServerBuilt = (root) => matches(stampOf(root), sourcesOf(root), outputOf(root));

/** What an earlier build left of sources that are gone: Strapi would load a deleted migration. */
const removeLeftovers = (root, folder) => {
  const output = path.join(root, 'dist', folder);
  if (!fs.existsSync(output)) return;
  for (const entry of fs.readdirSync(output, { withFileTypes: true })) {
    const relative = `${folder}/${entry.name}`;
    if (entry.isDirectory()) removeLeftovers(root, relative);
    else if (
      !fs.existsSync(path.join(root, relative)) &&
      !fs.existsSync(path.join(root, relative.replace(/\.js$/, '.ts')))
    ) {
      fs.rmSync(path.join(root, 'dist', relative));
    }
  }
  if (fs.readdirSync(output).length === 0) fs.rmdirSync(output);
};

/** Compiles the server side into dist; on a type error nothing is written. */
export const buildServer = async (root) => {
  say('Compiling the server ...');
  await stamped(stampOf(root), sourcesOf(root), outputOf(root), async () => {
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
    // Not incremental: tsc would trust its notes and not write a file again that is gone from dist.
    await mustRun('Compiling', process.execPath, [compiler, '-p', root, '--incremental', 'false']);
    FOLDERS.forEach((folder) => removeLeftovers(root, folder));
  });
};
