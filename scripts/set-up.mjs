/**
 * `node scripts/set-up.mjs <site | develop | test>`: sets up whatever is missing for that. npm runs it before
 * `start`, `develop`, `test` and the others (`pre...` in package.json).
 */
import { build, isBuilt } from './steps/builds.mjs';
import { whileLocked } from './steps/lock.mjs';
import { install, isInstalled } from './steps/packages.mjs';
import { ensureEnvFile, ignoreEnvFile, loadEnvFile, readSettings } from './steps/settings.mjs';
import { isSqliteInstalled, isSqliteReady, prepareSqlite } from './steps/sqlite.mjs';
import { endWith, root } from './terminal.mjs';

/** Which builds each purpose needs; one that brings another comes before it. */
const BUILDS = {
  site: ['plugin', 'panel', 'server'],
  develop: ['plugin'],
  test: ['client', 'media', 'plugin', 'panel', 'server'],
};

/** Does the work if it is needed: a start with nothing to do waits for no lock, whose holder may have done the work. */
const ifNeeded = async (isDone, work) => {
  if (!isDone()) await whileLocked(`${root}/.cache`, async () => isDone() || work());
};

const buildAll = async (names) => {
  for (const name of names) {
    if (!isBuilt(root, name)) await build(root, name);
  }
};

const setUp = async (purpose) => {
  const isTest = purpose === 'test';
  const installAll = () => install(root, isTest);
  await ifNeeded(() => isInstalled(root, isTest), installAll);
  if (isTest) {
    ignoreEnvFile();
  } else {
    ensureEnvFile(root);
    loadEnvFile(root);
  }
  const needsSqlite = isTest || readSettings(root).databaseClient === 'sqlite';
  if (needsSqlite) await ifNeeded(isSqliteInstalled, installAll);
  await ifNeeded(
    () => (!needsSqlite || isSqliteReady()) && BUILDS[purpose].every((name) => isBuilt(root, name)),
    async () => {
      // Compiling SQLite takes one processor for a minute, and what is built another one.
      const both = [needsSqlite && prepareSqlite(), buildAll(BUILDS[purpose])];
      const failed = (await Promise.allSettled(both)).find(({ status }) => status === 'rejected');
      if (failed) throw failed.reason;
    }
  );
};

setUp(process.argv[2]).catch(endWith);
