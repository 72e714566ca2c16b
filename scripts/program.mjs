import { spawn } from 'node:child_process';

import { root } from './root.mjs';
import { PlainError } from './say.mjs';

/**
 * Runs a program in the checkout with this terminal, and waits for its end.
 *
 * @param what what fails if it fails, for the person at the terminal
 * @throws PlainError if it does not end with 0
 */
export const run = (what, file, args, environment = {}) =>
  new Promise((resolve, reject) => {
    const failed = new PlainError(`${what} failed: see above.`);
    const env = { ...process.env, ...environment };
    const child = spawn(file, args, { cwd: root, env, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(failed)));
  });

/** Runs the npm that runs this script, where there is one; it need not be on the path. */
export const npm = (what, ...args) => {
  const cli = process.env.npm_execpath;
  return cli !== undefined && /npm-cli\.c?js$/.test(cli)
    ? run(what, process.execPath, [cli, ...args])
    : run(what, 'npm', args);
};
