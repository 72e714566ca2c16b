import fs from 'node:fs';
import path from 'node:path';

import { mustRun } from '../child.mjs';
import { PlainError, say } from '../say.mjs';

const packagesOf = (file) => {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
};

/**
 * Whether `node_modules` holds what the lockfile names. npm writes down there what it installed, as
 * the last step of an install, so that an install that was interrupted does not count.
 */
export const isInstalled = (root) => {
  const wanted = packagesOf(path.join(root, 'package-lock.json'));
  const present = packagesOf(path.join(root, 'node_modules/.package-lock.json'));
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

/** Installs exactly what the lockfile names, the tools to build with included. */
export const install = async (root) => {
  if (isLink(path.join(root, 'node_modules'))) {
    // npm empties the folder first: behind a link it is another checkout's.
    throw new PlainError('node_modules is a link and does not match package-lock.json: remove it.');
  }
  say('Installing packages from package-lock.json (a few minutes the first time) ...');
  // The npm that runs this script, where there is one: it need not be the one on the path.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const isNpm = npm !== undefined && /npm-cli\.c?js$/.test(npm);
  await mustRun('Installing', isNpm ? process.execPath : 'npm', isNpm ? [npm, ...args] : args);
};
