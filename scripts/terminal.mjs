import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the checkout. */
export const root = path.resolve(fileURLToPath(new URL('..', import.meta.url)));

/** Prints a line about the current step. */
export const log = (line) => process.stdout.write(`${line}\n`);

/** Error whose message tells the user all they need. */
export class UserFacingError extends Error {
  isUserFacing = true;
}

/** Ends the process with status 1, and prints the message of a `UserFacingError` or the stack of any other error. */
export const endWith = (error) => {
  process.stderr.write(`${error.isUserFacing ? error.message : error.stack}\n`);
  process.exit(1);
};

/** Runs a program in this terminal. @throws UserFacingError with the name `what` if its exit code is not 0 */
export const run = (what, file, args, environment = {}) =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(file, args, { cwd: root, env, stdio: 'inherit' });
    child.once('error', reject);
    const failed = new UserFacingError(`${what} failed: see above.`);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(failed)));
  });

/** Runs the same npm that runs this script, which may not be on the path, or else `npm`. */
export const npm = (what, ...args) => {
  const cli = process.env.npm_execpath ?? '';
  return /npm-cli\.c?js$/.test(cli)
    ? run(what, process.execPath, [cli, ...args])
    : run(what, 'npm', args);
};
