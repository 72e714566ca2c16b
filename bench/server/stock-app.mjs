import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { root } from '../../scripts/root.mjs';

const overlay = fileURLToPath(new URL('../stock', import.meta.url));
const SCHEMA = 'src/api/work/content-types/work/schema.json';

/**
 * Makes the application that the adapter is compared with: a stock Strapi with the site's Work
 * type and Strapi's own router, controller and service for it. Settings of the server, of the
 * middlewares and of the database are the site's, file by file; the plugin is not there.
 *
 * @param {string} folder an empty folder.
 * @returns {string} the folder, which is the application's.
 */
export const makeStockApp = (folder) => {
  const compiled = path.join(root, 'dist');
  const dist = path.join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  cpSync(path.join(compiled, 'config'), path.join(dist, 'config'), { recursive: true });
  cpSync(path.join(compiled, SCHEMA), path.join(dist, SCHEMA));
  cpSync(overlay, dist, { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  return folder;
};
