import fs from 'node:fs';
import path from 'node:path';

import { mustRun } from '../child.mjs';
import { say } from '../say.mjs';
import { fingerprint } from './fingerprint.mjs';
import { matches, stamped } from './stamp.mjs';

const SERVER_SIDE = /^src\/(api|index\.ts|plugins\/[^/]+\/(server|dist))$/;
const SOURCES = [
  'src',
  'config/plugins.ts',
  'config/admin.ts',
  'config/server.ts',
  'package-lock.json',
];

const stampOf = (root) => path.join(root, 'dist/.panel-stamp');

/** The bundle holds the path that the panel is served under, which comes from PUBLIC_URL. */
const servedUnder = () => {
  const address = process.env.PUBLIC_URL ?? '';
  return URL.canParse(address) ? new URL(address).pathname : '/';
};

const sourcesOf = (root) => () =>
  `${fingerprint(root, SOURCES, (entry) => SERVER_SIDE.test(entry))} ${servedUnder()}`;

/** Names and sizes only: the bundle is tens of megabytes, and is read on every start otherwise. */
const outputOf = (root) => () => {
  const folder = path.join(root, 'dist/build');
  return fs
    .readdirSync(folder)
    .sort()
    .map((name) => `${name} ${fs.statSync(path.join(folder, name)).size}`)
    .join('\n');
};

/** Whether dist holds the admin panel as its sources are now. */
export const isPanelBuilt = (root) => matches(stampOf(root), sourcesOf(root), outputOf(root));

/** Builds the admin panel into dist/build. */
export const buildPanel = async (root) => {
  say('Building the admin panel (about a minute) ...');
  await stamped(stampOf(root), sourcesOf(root), outputOf(root), () =>
    mustRun('Building the admin panel', process.execPath, [
      path.join(root, 'node_modules/@strapi/strapi/bin/strapi.js'),
      'build',
    ])
  );
};
