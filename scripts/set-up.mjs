/**
 * `node scripts/set-up.mjs <site | develop | test | all>`: sets up all that is missing for a purpose. npm runs it before
 * `start`, `develop`, `test`, `test:long` and others (`pre...` in package.json).
 */
import { build, isBuilt } from './steps/builds.mjs';
import { withLock } from './steps/lock.mjs';
import { install, isInstalled } from './steps/packages.mjs';
import {
  ensureEnvFile,
  hasSettings,
  ignoreEnvFile,
  loadEnvFile,
  readSettings,
} from './steps/settings.mjs';
import { compileAhead, isSqliteInstalled, isSqliteReady, prepareSqlite } from './steps/sqlite.mjs';
import { endWith, root } from './terminal.mjs';

/**
 * Builds for each purpose, in groups that run at once. The panel's build reads the plugin and the compiled settings.
 * `npm test` opens no browser, so it does not wait for the panel.
 */
const BUILDS = {
  site: [['client', 'plugin', 'server'], ['panel']],
  develop: [['plugin']],
  test: [['client', 'media', 'plugin', 'server']],
  all: [['client', 'media', 'plugin', 'server'], ['panel']],
};

/**
 * Does the work if necessary. Checks before taking the lock, so that a start with nothing to do does not wait, and
 * again afterwards, because the lock's previous holder may have done the work.
 */
const ifNeeded = async (isDone, work) => {
  if (!isDone()) await withLock(`${root}/.cache`, async () => isDone() || work());
};

const buildAll = async (groups) => {
  for (const group of groups) {
    const missing = group.filter((name) => !isBuilt(root, name));
    await Promise.all(missing.map((name) => build(root, name)));
  }
};

const setUp = async (purpose) => {
  const isTest = purpose === 'test' || purpose === 'all';
  let compiling;
  const installAll = async () => {
    // Settings may name another database, but reading them needs packages that are not installed yet.
    if (isTest || !hasSettings(root)) compiling = compileAhead();
    await install(root, isTest);
  };
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
    () =>
      (!needsSqlite || isSqliteReady()) &&
      BUILDS[purpose].flat().every((name) => isBuilt(root, name)),
    async () => {
      const driver = async () => {
        await compiling;
        if (needsSqlite) await prepareSqlite();
      };
      const both = [driver(), buildAll(BUILDS[purpose])];
      const failed = (await Promise.allSettled(both)).find(({ status }) => status === 'rejected');
      if (failed) throw failed.reason;
    }
  );
};

setUp(process.argv[2]).catch(endWith);
