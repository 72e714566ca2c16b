import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { owes } from './running';

const root = path.resolve(__dirname, '../..');
const compiled = path.join(root, 'dist');
const packages = path.join(root, 'node_modules');
const plugin = path.join(root, 'src/plugins/bot');

/** Packages that the plugin shares with Strapi, and of which a site may have a second copy. */
const COPIED = ['@strapi/utils', 'http-errors'];

/** A separate Strapi application in a temporary folder. */
export interface OtherSite {
  /** Folder of the application, for `startSite`. */
  appDir: string;
  /** Deletes the application's folder. */
  remove: () => Promise<void>;
}

/**
 * Creates an application with the settings and content types of this one. The bot plugin is a package in a separate
 * folder, with its own copies of packages that it shares with Strapi.
 *
 * @param plugins additional plugins: packages by their names in `config/plugins`.
 */
export const makeOtherSite = async (plugins: Record<string, string> = {}): Promise<OtherSite> => {
  const appDir = await mkdtemp(path.join(tmpdir(), 'other-site-'));
  const remove = async () => {
    settled();
    await rm(appDir, { recursive: true, force: true });
  };
  const settled = owes(remove);

  const bot = path.join(appDir, 'packages/bot');
  await cp(compiled, path.join(appDir, 'dist'), {
    recursive: true,
    filter: (file) => file !== path.join(compiled, 'build'),
  });
  await cp(path.join(root, 'package.json'), path.join(appDir, 'package.json'));
  await symlink(packages, path.join(appDir, 'node_modules'), 'dir');

  for (const name of ['package.json', 'strapi-server.js', 'dist']) {
    await cp(path.join(plugin, name), path.join(bot, name), { recursive: true });
  }
  for (const name of COPIED) {
    await cp(path.join(packages, name), path.join(bot, 'node_modules', name), { recursive: true });
  }

  const further = Object.fromEntries(
    Object.entries(plugins).map(([name, from]) => [
      name,
      { enabled: true, resolve: path.join(packages, from, 'package.json') },
    ])
  );
  await writeFile(
    path.join(appDir, 'dist/config/plugins.js'),
    `const plugins = require(${JSON.stringify(path.join(compiled, 'config/plugins.js'))}).default();
     plugins.bot.enabled = true;
     plugins.bot.resolve = ${JSON.stringify(bot)};
     module.exports = { ...plugins, ...${JSON.stringify(further)} };`
  );
  return { appDir, remove };
};
