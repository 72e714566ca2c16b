import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { root } from '../../scripts/terminal.mjs';

const overlay = fileURLToPath(new URL('../stock', import.meta.url));
const TYPES = ['work', 'tag', 'category'].map((name) => `src/api/${name}/content-types`);
const NEEDED_BY_TYPES = ['src/components', 'src/api/slug-from-name.js', 'src/api/printable.js'];
const SITE_DATABASE = ['config/database.js', 'config/environment'];

/**
 * Makes the application that the adapter is compared with: Strapi with the settings that its
 * generator writes, the site's Work type, and Strapi's own router, controller and service for it.
 *
 * @param {string} folder an empty folder.
 * @param {boolean} hasSiteDatabase whether SQLite is set up as the site does it, and not as a
 *   generated application has it.
 * @returns {string} the folder, which is the application's.
 */
export const makeStockApp = (folder, hasSiteDatabase) => {
  const compiled = path.join(root, 'dist');
  const dist = path.join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  const copy = (name) =>
    cpSync(path.join(compiled, name), path.join(dist, name), { recursive: true });

  cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  cpSync(overlay, dist, { recursive: true });
  [...TYPES, ...NEEDED_BY_TYPES].forEach(copy);
  if (hasSiteDatabase) SITE_DATABASE.forEach(copy);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  return folder;
};
