/**
 * `node scripts/run.cjs set-up [site | develop | test]`: sets up whatever is missing for that. npm runs it before
 * `start`, `develop`, `test` and the others (`pre...` in package.json).
 */
import path from 'node:path';

import { root } from './root.mjs';
import { build, isBuilt } from './steps/builds.mjs';
import { ensureEnvFile, loadEnvFile } from './steps/env-file.mjs';
import { whileLocked } from './steps/lock.mjs';
import { install, isInstalled } from './steps/packages.mjs';
import { readSettings } from './steps/settings.mjs';
import { isSqliteReady, prepareSqlite } from './steps/sqlite.mjs';

/** Which builds each purpose needs; one that brings another comes before it. */
const BUILDS = {
  site: ['plugin', 'panel', 'server'],
  develop: ['plugin'],
  test: ['media', 'plugin', 'server'],
};

/**
 * Does the work if it is needed. Looks twice: without the lock, so that a start with nothing to do
 * waits for nobody, and with it, because who held it may have done the work.
 */
const ifNeeded = async (isDone, work) => {
  if (isDone()) return;
  await whileLocked(path.join(root, '.cache'), async () => {
    if (!isDone()) await work();
  });
};

const purpose = process.argv[3] ?? 'site';
const isTest = purpose === 'test';

const installAll = () => install(root, isTest);

await ifNeeded(() => isInstalled(root, isTest), installAll);
if (!isTest) {
  ensureEnvFile(root);
  loadEnvFile(root);
}
const isOnSqlite = isTest || (await readSettings(root)).databaseClient === 'sqlite';
if (isOnSqlite) {
  await ifNeeded(
    () => isSqliteReady(root),
    () => prepareSqlite(root, installAll)
  );
}
for (const name of BUILDS[purpose]) {
  await ifNeeded(
    () => isBuilt(root, name),
    () => build(root, name)
  );
}
