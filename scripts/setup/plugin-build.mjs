import fs from 'node:fs';
import path from 'node:path';

import { mustNpm } from '../npm.mjs';
import { say } from '../say.mjs';
import { fingerprint } from './fingerprint.mjs';
import { matches, stamped } from './stamp.mjs';

const FOLDER = 'src/plugins/bot';
const SOURCES = [
  ...['admin', 'server', 'package.json'].map((name) => `${FOLDER}/${name}`),
  'package-lock.json',
];

const BUILD = ['run', '--silent', 'build', '--workspace', FOLDER, '--', '--silent'];

const stampOf = (root) => path.join(root, 'dist/.plugin-stamp');
const sourcesOf = (root) => () => fingerprint(root, SOURCES);

/** Each file that the package offers to others. */
const outputOf = (root) => () => {
  const { exports } = JSON.parse(fs.readFileSync(path.join(root, FOLDER, 'package.json'), 'utf8'));
  const files = Object.values(exports).flatMap((entry) => Object.values(entry));
  return fingerprint(
    path.join(root, FOLDER),
    files.filter((file) => file.startsWith('./dist/'))
  );
};

/** Whether the plugin's package is built from its sources as they are now. */
export const isPluginBuilt = (root) => matches(stampOf(root), sourcesOf(root), outputOf(root));

/** Builds the plugin's package into its own dist. */
export const buildPlugin = async (root) => {
  say('Building the bot plugin (half a minute) ...');
  await stamped(stampOf(root), sourcesOf(root), outputOf(root), () =>
    mustNpm('Building the bot plugin', ...BUILD)
  );
};
