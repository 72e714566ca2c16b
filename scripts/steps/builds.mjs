import fs from 'node:fs';
import path from 'node:path';

import { npm, run, say } from '../terminal.mjs';

const STRAPI = 'node_modules/@strapi/strapi/bin/strapi.js';
const TSC = 'node_modules/typescript/bin/tsc';
const PLUGIN = 'src/plugins/bot';
const CLIENT = 'packages/client';
const MEDIA = 'packages/media/src';
const PROTOCOL = 'packages/protocol/src';

/** Milliseconds by which the times of files may be behind. */
const TICK = 20;

/** The bundle of the panel holds the path that it is served under, which comes from PUBLIC_URL. */
const servedUnder = () => {
  const address = process.env.PUBLIC_URL ?? '';
  return URL.canParse(address) ? new URL(address).pathname : '/';
};

/** Strapi would load a migration of an earlier build that is gone from the sources. */
const removeServer = (root) => {
  for (const folder of ['src', 'config', 'database']) {
    fs.rmSync(path.join(root, 'dist', folder), { recursive: true, force: true });
  }
};

/** A build by a workspace's own script. */
const ofWorkspace = (title, folder, ...sources) => ({
  title,
  sources: [`${folder}/package.json`, ...sources],
  output: [`${folder}/dist`],
  build: (what) => npm(what, 'run', '--silent', 'build', '--workspace', folder),
});

/** What is built, from which files, into which. @type {Record<string, any>} */
const BUILDS = {
  client: ofWorkspace(
    'Building the client',
    CLIENT,
    `${CLIENT}/src`,
    `${CLIENT}/build.mjs`,
    PROTOCOL
  ),
  media: ofWorkspace('Building the media command', 'packages/media', MEDIA),
  plugin: ofWorkspace(
    'Building the bot plugin',
    PLUGIN,
    ...[`${PLUGIN}/admin`, `${PLUGIN}/server`, MEDIA, PROTOCOL]
  ),
  panel: {
    title: 'Building the server and the admin panel (about a minute)',
    sources: ['src', 'config/plugins.ts', 'config/admin.ts', 'config/server.ts'],
    skipped: /^src\/(api|index\.ts|plugins\/[^/]+\/(server|dist))$/,
    variable: servedUnder,
    output: ['dist/build'],
    brings: 'server',
    build: (what, root) => {
      removeServer(root);
      return run(what, process.execPath, [STRAPI, 'build'], { NODE_ENV: 'production' });
    },
  },
  server: {
    title: 'Compiling the server',
    sources: ['src', 'config', 'database', 'types', 'tsconfig.json'],
    skipped: /^src\/(admin|plugins)$/,
    output: ['dist/src', 'dist/config'],
    build: (what, root) => {
      removeServer(root);
      return run(what, process.execPath, [TSC, '-p', '.', '--incremental', 'false']);
    },
  },
};

/** When one of these was changed last; of a folder also when a file came or went. */
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
 * Whether a build is there as its sources are now. Its stamp says when it began: a source that changed while it ran
 * counts as changed. A build that was interrupted has no stamp; what was written over since is newer than it.
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

/** Makes a build, and another one that it brings. @throws PlainError if it fails */
export const build = async (root, name, builds = BUILDS) => {
  const { title, brings, build: work } = builds[name];
  const made = brings === undefined ? [name] : [name, brings];
  say(`${title} ...`);
  made.forEach((one) => fs.rmSync(stampOf(root, one), { force: true }));
  const begun = Date.now() - TICK;
  await work(title, root);
  fs.mkdirSync(path.join(root, 'dist'), { recursive: true });
  for (const one of made) {
    fs.writeFileSync(stampOf(root, one), `${begun} ${builds[one].variable?.()}`);
  }
};
