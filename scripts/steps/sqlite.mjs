import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { npm } from '../program.mjs';
import { PlainError, say } from '../say.mjs';

const require = createRequire(import.meta.url);
const { candidates } = require('../../packages/better-sqlite3/candidates.cjs');

/**
 * Whether this Node can open an SQLite database. Tried in a process of its own: a binary that was
 * made for another Node may end the process that loads it.
 */
export const isSqliteReady = (root) =>
  spawnSync(process.execPath, ['-e', "require('better-sqlite3')"], { cwd: root, stdio: 'ignore' })
    .status === 0;

/**
 * Makes SQLite usable for the Node that runs this: after the first install, and after a change of Node.
 *
 * @param install installs the packages again: a Node that cannot use one has left it out
 * @throws PlainError that says what to do where it cannot be had.
 */
export const prepareSqlite = async (root, install) => {
  if (!fs.existsSync(path.join(root, 'node_modules', candidates[0]))) {
    await install();
    if (isSqliteReady(root)) return;
  }
  const { node } = process.versions;
  say(`Building SQLite for Node ${node} ...`);
  // The version that is compiled, or downloaded, for one Node; the other one comes ready.
  await npm('', 'rebuild', 'better-sqlite3-12', '--foreground-scripts', '--no-audit').catch(
    () => {}
  );
  if (!isSqliteReady(root)) {
    throw new PlainError(
      `SQLite could not be built for Node ${node}: see above. Install Python and a C++ compiler, ` +
        'use Node 22.14 or later, which needs none, or set DATABASE_CLIENT to another database.'
    );
  }
};

/** Loads the driver before Strapi does, whose Knex would print a stack and advise another package. */
export const loadSqlite = (root) => {
  try {
    createRequire(path.join(root, 'package.json'))('better-sqlite3');
  } catch (error) {
    throw new PlainError(`${error.message}. \`npm run build\` sets it up.`);
  }
};
