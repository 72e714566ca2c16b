import fs from 'node:fs';
import path from 'node:path';

import { npm, UserFacingError, log } from '../terminal.mjs';

const read = (root, file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));

/**
 * Whether `node_modules` matches the lockfile. After an interrupted install, `node_modules/.package-lock.json` is
 * missing.
 */
export const isInstalled = (root, needsTools) => {
  if (!fs.existsSync(path.join(root, 'node_modules/.package-lock.json'))) return false;
  const { packages: wanted } = read(root, 'package-lock.json');
  const { packages: present } = read(root, 'node_modules/.package-lock.json');
  return Object.entries(wanted).every(([folder, { version, integrity, optional, dev }]) => {
    if (folder === '' || (dev && !needsTools)) return true;
    const found = present[folder];
    // npm skips optional packages for other platforms.
    return found ? found.version === version && found.integrity === integrity : optional;
  });
};

/**
 * Installs exactly the packages of the lockfile, without install scripts: npm would compile packages that include their
 * binaries (npm/cli#9837), and fail without a compiler. For development, then runs `postinstall` of the packages in
 * `allowScripts` of package.json, one by one, because `npm rebuild` reads all 2,500 packages first. sqlite.mjs builds the
 * SQLite driver.
 * @throws UserFacingError if node_modules is a link or npm fails
 */
export const install = async (root, needsTools) => {
  const folder = path.join(root, 'node_modules');
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm empties the folder first, which would delete the files of another checkout behind a link.
    throw new UserFacingError(
      'node_modules is a link and does not match package-lock.json: remove it.'
    );
  }
  log('Installing packages from package-lock.json (about a minute the first time) ...');
  const which = needsTools ? '--include=dev' : '--omit=dev';
  await npm('Installing', 'ci', which, '--ignore-scripts', '--no-audit', '--no-fund');
  if (!needsTools) return;
  // The install is incomplete until the scripts have run.
  const note = path.join(folder, '.package-lock.json');
  fs.renameSync(note, `${note}.pending`);
  const { allowScripts } = read(root, 'package.json');
  for (const name of Object.keys(allowScripts).filter((key) => allowScripts[key])) {
    const packageFolder = path.join(folder, name);
    if (name !== 'better-sqlite3' && fs.existsSync(packageFolder))
      await npm('Installing', 'run', 'postinstall', '--silent', '--prefix', packageFolder);
  }
  fs.renameSync(`${note}.pending`, note);
};
