import fs from 'node:fs';
import path from 'node:path';

import { npm, run, log } from '../terminal.mjs';

const PLUGIN = 'src/plugins/bot';
const CLIENT = 'packages/client';
const MEDIA = 'packages/media/src';
const PROTOCOL = 'packages/protocol/src';

/** Maximum milliseconds by which the modification time of a file may be earlier than the actual write. */
const CLOCK_ERROR = 20;

/** URL path of the setting PUBLIC_URL. The bundle of the panel contains this path. */
const publicPath = () => {
  const address = process.env.PUBLIC_URL ?? '';
  return URL.canParse(address) ? new URL(address).pathname : '/';
};

/** Deletes the compiled server, because Strapi would load a migration that was since deleted from the sources. */
const removeServer = (root) => {
  for (const folder of ['src', 'config', 'database']) {
    fs.rmSync(path.join(root, 'dist', folder), { recursive: true, force: true });
  }
};

/** Describes a build that runs the npm script `build` of a workspace. */
const workspaceBuild = (title, folder, ...sources) => ({
  title,
  sources: [`${folder}/package.json`, ...sources],
  output: [`${folder}/dist`],
  build: (what) => npm(what, 'run', '--silent', 'build', '--workspace', folder),
});

/**
 * Descriptions of all builds, keyed by name, with sources and output folders.
 * @type {Record<string, any>}
 */
const BUILDS = {
  client: workspaceBuild(
    'Building the client',
    CLIENT,
    `${CLIENT}/src`,
    `${CLIENT}/build.mjs`,
    PROTOCOL
  ),
  media: workspaceBuild('Building the media command', 'packages/media', MEDIA),
  plugin: workspaceBuild(
    'Building the bot plugin',
    PLUGIN,
    ...[`${PLUGIN}/admin`, `${PLUGIN}/server`, MEDIA, PROTOCOL]
  ),
  server: {
    title: 'Compiling the server',
    sources: ['src', 'config', 'database', 'scripts/steps/server.mjs'],
    skipped: /^src\/(admin|plugins)$/,
    output: ['dist/src', 'dist/config'],
    build: (what, root) => {
      removeServer(root);
      return run(what, process.execPath, ['scripts/steps/server.mjs']);
    },
  },
  panel: {
    title: 'Building the admin panel (about a minute)',
    sources: [
      ...['src', 'scripts/steps/panel.mjs'],
      ...['config/plugins.ts', 'config/admin.ts', 'config/server.ts'],
    ],
    skipped: /^src\/(api|index\.ts|plugins\/[^/]+\/(server|dist))$/,
    variable: publicPath,
    output: ['dist/build'],
    build: (what) => {
      // Node's default of 16 MB for young objects makes the build 5 of 45 seconds slower.
      const args = ['--max-semi-space-size=64', 'scripts/steps/panel.mjs'];
      return run(what, process.execPath, args, { NODE_ENV: 'production' });
    },
  },
};

/** Newest modification time of files and folders. A folder changes when a file is added or removed. */
const newest = (root, entries, skipped) => {
  const timeOf = (entry) => {
    const stats = fs.statSync(path.join(root, entry), { throwIfNoEntry: false });
    if (!stats || skipped?.test(entry) || entry.endsWith('/node_modules')) return 0;
    const names = stats.isDirectory() ? fs.readdirSync(path.join(root, entry)) : [];
    return Math.max(stats.mtimeMs, ...names.map((name) => timeOf(`${entry}/${name}`)));
  };
  return Math.max(...entries.map(timeOf));
};

const stampOf = (root, name) => path.join(root, `dist/.${name}-stamp`);

/**
 * Whether a build matches its current sources. A stamp file, written at the end of a build, contains the start time of
 * the build; a source that changed after this time makes the build outdated. The build also counts as outdated if there
 * is no stamp (the build was interrupted) or if output is newer than the stamp.
 */
export const isBuilt = (root, name, builds = BUILDS) => {
  const { sources, skipped, variable, output } = builds[name];
  const stamp = stampOf(root, name);
  if (![stamp, ...output.map((entry) => path.join(root, entry))].every(fs.existsSync)) return false;
  const [begun, built] = fs.readFileSync(stamp, 'utf8').split(' ');
  return (
    built === String(variable?.()) &&
    newest(root, [...sources, 'package-lock.json'], skipped) < Number(begun) &&
    newest(root, output) <= fs.statSync(stamp).mtimeMs
  );
};

/** Runs a build. @throws UserFacingError if it fails */
export const build = async (root, name, builds = BUILDS) => {
  const { title, variable, build: work } = builds[name];
  log(`${title} ...`);
  fs.rmSync(stampOf(root, name), { force: true });
  const begun = Date.now() - CLOCK_ERROR;
  await work(title, root);
  fs.mkdirSync(path.join(root, 'dist'), { recursive: true });
  fs.writeFileSync(stampOf(root, name), `${begun} ${variable?.()}`);
};
