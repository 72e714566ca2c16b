import fs from 'node:fs';
import path from 'node:path';

import { mustNpm } from '../npm.mjs';
import { PlainError, say } from '../say.mjs';

const packagesOf = (file) => {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
};

/** Where npm writes down what it installed, as the last step of an install. */
const noteOf = (root) => path.join(root, 'node_modules/.package-lock.json');

/**
 * Whether `node_modules` holds what the lockfile names. An install that was interrupted does not
 * count: npm's note of it is missing.
 */
export const isInstalled = (root) => {
  const wanted = packagesOf(path.join(root, 'package-lock.json'));
  const present = packagesOf(noteOf(root));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([folder, { version, integrity, optional }]) => {
    if (folder === '') return true;
    const found = present[folder];
    // Of optional packages npm leaves out those for other machines.
    if (!found) return optional === true;
    return found.version === version && found.integrity === integrity;
  });
};

const isLink = (file) => fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** The packages whose scripts were looked at and are wanted. */
const scriptedPackages = (root) => {
  const { allowScripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  // SQLite's driver is built where it is used: see sqlite.mjs.
  return Object.keys(allowScripts).filter(
    (name) => allowScripts[name] && name !== 'better-sqlite3'
  );
};

/** Runs `work` with npm's note of what it installed out of the way: until it is done, none counts. */
const beforeItCounts = async (root, work) => {
  const note = noteOf(root);
  fs.renameSync(note, `${note}.pending`);
  await work();
  fs.renameSync(`${note}.pending`, note);
};

/**
 * Installs exactly what the lockfile names, the tools to build with included.
 *
 * Scripts are run in a second step, for those packages only that want them: npm itself would
 * compile what comes with its binaries ready, because a lockfile does not keep a package's wish not
 * to be built (npm/cli#9837), and would fail without a compiler.
 */
export const install = async (root) => {
  if (isLink(path.join(root, 'node_modules'))) {
    // npm empties the folder first: behind a link it is another checkout's.
    throw new PlainError('node_modules is a link and does not match package-lock.json: remove it.');
  }
  say('Installing packages from package-lock.json (a few minutes the first time) ...');
  const quiet = ['--no-audit', '--no-fund'];
  await mustNpm('Installing', 'ci', '--include=dev', '--ignore-scripts', ...quiet);
  await beforeItCounts(root, () =>
    mustNpm('Installing', 'rebuild', ...scriptedPackages(root), ...quiet)
  );
};
