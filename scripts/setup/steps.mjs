import path from 'node:path';

import { root } from '../root.mjs';
import { checkConfiguration } from './configuration.mjs';
import { loadEnvFile } from './environment.mjs';
import { ensureEnvFile } from './env-file.mjs';
import { install, isInstalled } from './install.mjs';
import { whileLocked } from './lock.mjs';
import { buildPanel, isPanelBuilt } from './panel-build.mjs';
import { buildPlugin, isPluginBuilt } from './plugin-build.mjs';
import { buildServer, isServerBuilt } from './server-build.mjs';
import { isSqliteReady, prepareSqlite } from './sqlite.mjs';

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

/** The packages of the lockfile. */
export const withPackages = () =>
  ifNeeded(
    () => isInstalled(root),
    () => install(root)
  );

/** An environment with all secrets: from `.env`, which is made if there is none. */
export const withEnvironment = () => {
  ensureEnvFile(root);
  loadEnvFile(root);
};

/** SQLite, for the Node that runs this. */
export const withSqlite = () =>
  ifNeeded(
    () => isSqliteReady(root),
    () => prepareSqlite(root)
  );

/** What the configured database needs; needs the environment. */
export const withDatabase = async () => {
  if ((process.env.DATABASE_CLIENT || 'sqlite') === 'sqlite') await withSqlite();
};

/** The plugin's package, built. */
export const withPlugin = () =>
  ifNeeded(
    () => isPluginBuilt(root),
    () => buildPlugin(root)
  );

/** The compiled server in dist, and the plugin that it loads. */
export const withServer = async () => {
  await withPlugin();
  await ifNeeded(
    () => isServerBuilt(root),
    () => buildServer(root)
  );
};

/** Settings that can be read; needs the environment and the compiled server. */
export const withConfiguration = () => checkConfiguration(root);

/** The admin panel in dist/build. */
export const withPanel = () =>
  ifNeeded(
    () => isPanelBuilt(root),
    () => buildPanel(root)
  );
