import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = path.resolve(fileURLToPath(new URL('..', import.meta.url)));

/** Tells the person at the terminal what is being done. */
export const say = (line) => process.stdout.write(`${line}\n`);

/** An error whose message is all that a person needs. */
export class PlainError extends Error {
  plain = true;
}

/** Ends the process with one line where the error was written for people; of any other the stack is wanted. */
export const endWith = (error) => {
  process.stderr.write(`${error.plain ? error.message : error.stack}\n`);
  process.exit(1);
};

/** Runs a program with this terminal. @throws PlainError with the name `what`, if it does not end with 0 */
export const run = (what, file, args, environment = {}) =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(file, args, { cwd: root, env, stdio: 'inherit' });
    child.once('error', reject);
    const failed = new PlainError(`${what} failed: see above.`);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(failed)));
  });

/** Runs the npm that runs this script, where there is one; it need not be on the path. */
export const npm = (what, ...args) => {
  const cli = process.env.npm_execpath ?? '';
  return /npm-cli\.c?js$/.test(cli)
    ? run(what, process.execPath, [cli, ...args])
    : run(what, 'npm', args);
};
