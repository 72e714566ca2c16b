import fs from 'node:fs';
import path from 'node:path';

import { PlainError } from '../say.mjs';

const { R_OK, W_OK, X_OK } = fs.constants;

/** Makes a folder that is not there yet. @throws PlainError that names the setting if it is of no use */
const ensure = (setting, folder, right = W_OK) => {
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, right | X_OK);
  } catch (error) {
    throw new PlainError(`${setting}: the folder ${folder} cannot be used: ${error.code}`);
  }
};

/** What an SQLite database begins with (https://www.sqlite.org/fileformat.html). */
const SQLITE = 'SQLite format 3\0';

/** @throws PlainError if a file is there that is no SQLite database, or may not be written */
const assertDatabase = (file) => {
  if (!fs.existsSync(file)) return;
  let begin;
  try {
    const descriptor = fs.openSync(file, 'r+');
    const bytes = Buffer.alloc(SQLITE.length);
    begin = bytes.toString('latin1', 0, fs.readSync(descriptor, bytes));
    fs.closeSync(descriptor);
  } catch (error) {
    throw new PlainError(`DATABASE_FILENAME: the file ${file} cannot be used: ${error.code}`);
  }
  if (begin !== '' && begin !== SQLITE) {
    throw new PlainError(`DATABASE_FILENAME: the file ${file} is no SQLite database`);
  }
};

/**
 * Sees to it that the folders of the site are there: the local upload provider does not start without its
 * own, and an empty volume has none yet.
 *
 * @param root what relative paths begin at
 */
export const ensureFolders = (strapi, root, environment = process.env) => {
  const { client, connection } = strapi.config.get('database.connection');
  if (client === 'sqlite') {
    const file = path.resolve(root, connection.filename);
    ensure('DATABASE_FILENAME', path.dirname(file));
    assertDatabase(file);
  }
  const isStore = environment.UPLOAD_PROVIDER?.trim() !== 's3';
  ensure('PUBLIC_DIR', path.join(strapi.dirs.static.public, 'uploads'), isStore ? W_OK : R_OK);
  const resumable = environment.BOT_RESUMABLE_DIRECTORY?.trim();
  if (resumable) ensure('BOT_RESUMABLE_DIRECTORY', path.resolve(root, resumable));
};
