import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { npm, UserFacingError, root, log } from '../terminal.mjs';

const require = createRequire(`${root}/`);

/**
 * SQLite driver that npm compiles or downloads for the installed version of Node. The other driver,
 * `better-sqlite3-13`, includes all binaries.
 */
const COMPILED = 'better-sqlite3-12';
/** Folder in which the SQLite driver (see `COMPILED`) is compiled while npm fills `node_modules`. */
const BUILD_FOLDER = `${root}/.cache/sqlite`;
const BINARIES = `node_modules/${COMPILED}/build`;

const { candidates } = require('./packages/better-sqlite3/candidates.cjs');

/**
 * Folder, as a key of the lockfile, to which Node resolves an import of `name` from the package in the folder `from`.
 */
const resolveFolder = (packages, name, from) => {
  const folder = path.posix.join(from, 'node_modules', name);
  if (packages[folder] || from === '') return folder;
  const parent = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')));
  return resolveFolder(packages, name, parent);
};

/** Adds the lockfile entries of a package and all its dependencies to `found`. @returns found */
const collectEntries = (packages, name, from = '', found = {}) => {
  const folder = resolveFolder(packages, name, from);
  if (!packages[folder] || found[folder]) return found;
  found[folder] = packages[folder];
  for (const dependency of Object.keys(packages[folder].dependencies ?? {})) {
    collectEntries(packages, dependency, folder, found);
  }
  return found;
};

/** Whether this Node can open an SQLite database. Uses another process, as a wrong binary may crash it. */
export const isSqliteReady = () =>
  spawnSync(process.execPath, ['-e', "require('better-sqlite3')"], { cwd: root, stdio: 'ignore' })
    .status === 0;

const installedVersion = () => {
  const manifest = `${root}/node_modules/${COMPILED}/package.json`;
  return fs.existsSync(manifest) && JSON.parse(fs.readFileSync(manifest, 'utf8')).version;
};

/**
 * Whether npm has installed the SQLite driver that suits the running Node best. npm omits drivers that the Node version
 * at installation could not use.
 */
export const isSqliteInstalled = () => fs.existsSync(`${root}/node_modules/${candidates[0]}`);

/**
 * Puts compiled SQLite binaries into BUILD_FOLDER if this Node needs them. Moves usable binaries out of node_modules,
 * where `npm ci` would delete them; otherwise compiles new ones. Runs at the same time as `npm ci`, because both use
 * only one core for a minute. If the compiler fails, the folder contains no binaries.
 */
export const compileAhead = async () => {
  if (candidates[0] !== COMPILED) return;
  const { packages } = JSON.parse(fs.readFileSync(`${root}/package-lock.json`, 'utf8'));
  const { version } = packages[`node_modules/${COMPILED}`];
  fs.rmSync(BUILD_FOLDER, { recursive: true, force: true });
  if (installedVersion() === version && isSqliteReady()) {
    fs.mkdirSync(path.dirname(`${BUILD_FOLDER}/${BINARIES}`), { recursive: true });
    fs.renameSync(`${root}/${BINARIES}`, `${BUILD_FOLDER}/${BINARIES}`);
    return;
  }
  const { allowScripts } = require('./package.json');
  const dependencies = { [COMPILED]: `npm:better-sqlite3@${version}` };
  const entries = { '': { dependencies }, ...collectEntries(packages, COMPILED) };
  const lock = { lockfileVersion: 3, packages: entries };
  fs.mkdirSync(BUILD_FOLDER, { recursive: true });
  fs.writeFileSync(`${BUILD_FOLDER}/package.json`, JSON.stringify({ dependencies, allowScripts }));
  fs.writeFileSync(`${BUILD_FOLDER}/package-lock.json`, JSON.stringify(lock));
  await npm('', 'ci', '--prefix', BUILD_FOLDER, '--silent').catch(() => {});
};

/** Moves the binaries of compileAhead into node_modules. @returns whether there were any */
const moveBinaries = () => {
  if (!fs.existsSync(`${BUILD_FOLDER}/${BINARIES}`)) return false;
  fs.rmSync(`${root}/${BINARIES}`, { recursive: true, force: true });
  fs.renameSync(`${BUILD_FOLDER}/${BINARIES}`, `${root}/${BINARIES}`);
  return true;
};

/**
 * Makes SQLite usable for this Node, after the first install and after a change of Node.
 * @throws UserFacingError if the driver cannot be built
 */
export const prepareSqlite = async () => {
  const isReady = isSqliteReady() || (moveBinaries() && isSqliteReady());
  fs.rmSync(BUILD_FOLDER, { recursive: true, force: true });
  if (isReady) return;
  const { node } = process.versions;
  log(`Building SQLite for Node ${node} ...`);
  await npm('', 'rebuild', COMPILED).catch(() => {});
  if (isSqliteReady()) return;
  throw new UserFacingError(
    `SQLite could not be built for Node ${node}: see above. Install Python and a C++ compiler, ` +
      'use Node 22.14 or later, which needs none, or set DATABASE_CLIENT to another database.'
  );
};
