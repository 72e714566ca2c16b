import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';

import { npm, PlainError, root, say } from '../terminal.mjs';

const require = createRequire(`${root}/`);

/** Whether this Node can open an SQLite database: tried in another process, which a binary for another Node may end. */
export const isSqliteReady = () =>
  spawnSync(process.execPath, ['-e', "require('better-sqlite3')"], { cwd: root, stdio: 'ignore' })
    .status === 0;

/** Whether npm has brought the driver for this Node: it leaves out what another Node, which installed, could not use. */
export const isSqliteInstalled = () => {
  const { candidates } = require('./packages/better-sqlite3/candidates.cjs');
  return fs.existsSync(`${root}/node_modules/${candidates[0]}`);
};

/** Makes SQLite usable for the Node that runs this: after the first install, and after a change of Node. */
export const prepareSqlite = async () => {
  if (isSqliteReady()) return;
  const { node } = process.versions;
  say(`Building SQLite for Node ${node} ...`);
  // The version that is compiled, or downloaded, for one Node; the other one comes ready.
  await npm('', 'rebuild', 'better-sqlite3-12').catch(() => {});
  if (isSqliteReady()) return;
  throw new PlainError(
    `SQLite could not be built for Node ${node}: see above. Install Python and a C++ compiler, ` +
      'use Node 22.14 or later, which needs none, or set DATABASE_CLIENT to another database.'
  );
};
