import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { npm } from '../npm.mjs';
import { PlainError, say } from '../say.mjs';
import { install } from './install.mjs';

const require = createRequire(import.meta.url);
const { candidates } = require('../../packages/better-sqlite3/candidates.cjs');

/** The version that is compiled, or downloaded, for one Node; the other one comes ready. */
const COMPILED = 'better-sqlite3-12';

/**
 * Whether this Node can open an SQLite database. Tried in a process of its own: a binary that was
 * made for another Node may end the process that loads it.
 */
export const isSqliteReady = (root) =>
  spawnSync(process.execPath, ['-e', "require('better-sqlite3')"], { cwd: root, stdio: 'ignore' })
    .status === 0;

const isMissing = (root, name) => !fs.existsSync(path.join(root, 'node_modules', name));

/**
 * Makes SQLite usable for the Node that runs this: after the first install, and after a change of
 * Node.
 *
 * @throws PlainError that says what to do where it cannot be had.
 */
export const prepareSqlite = async (root) => {
  const { node } = process.versions;
  if (isMissing(root, candidates[0])) {
    // The packages were installed by a Node that cannot use this one: npm has left it out.
    await install(root);
    if (isSqliteReady(root)) return;
  }
  say(`Building SQLite for Node ${node} ...`);
  await npm('rebuild', COMPILED, '--foreground-scripts', '--no-audit', '--no-fund');
  if (!isSqliteReady(root)) {
    throw new PlainError(
      `SQLite could not be built for Node ${node}: see above. Install Python and a C++ compiler, ` +
        'use Node 22.14 or later, which needs none, or set DATABASE_CLIENT to another database.'
    );
  }
};

/**
 * Loads the driver before Strapi does, whose Knex would print a stack and advise another package.
 *
 * @throws PlainError where it was set up for another Node, or not at all.
 */
export const loadSqlite = (root) => {
  try {
    createRequire(path.join(root, 'package.json'))('better-sqlite3');
  } catch (error) {
    throw new PlainError(`${error.message}. \`npm run build\` sets it up.`);
  }
};
