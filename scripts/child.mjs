import { spawn } from 'node:child_process';
import { constants } from 'node:os';

import { root } from './root.mjs';
import { PlainError } from './say.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM'];

/**
 * Runs a program in the checkout with this terminal, and waits for its end. SIGINT and SIGTERM are
 * passed on to it.
 *
 * @returns the exit code, or 128 + the number of the signal that ended it, as a shell has it.
 */
export const run = (file, args, env = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: 'inherit',
    });
    const pass = (signal) => child.kill(signal);
    SIGNALS.forEach((signal) => process.on(signal, pass));
    const settle = (done) => {
      SIGNALS.forEach((signal) => process.off(signal, pass));
      done();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (code, signal) =>
      settle(() => resolve(signal ? 128 + constants.signals[signal] : code))
    );
  });

/** As `run`, but a program that fails is an error that says what could not be done. */
export const mustRun = async (what, file, args, env) => {
  const code = await run(file, args, env);
  if (code !== 0) throw new PlainError(`${what} failed: see above.`, code);
};
