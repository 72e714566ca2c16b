import { mustRun, run } from './child.mjs';

/** How to run npm: the one that runs this script, where there is one; it need not be on the path. */
const command = (args) => {
  const npm = process.env.npm_execpath;
  const isNpm = npm !== undefined && /npm-cli\.c?js$/.test(npm);
  return isNpm ? [process.execPath, [npm, ...args]] : ['npm', args];
};

/** Runs npm in the checkout. @returns its exit code */
export const npm = (...args) => run(...command(args));

/** As `npm`, but a failure is an error that says what could not be done. */
export const mustNpm = (what, ...args) => mustRun(what, ...command(args));
