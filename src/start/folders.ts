import fs from 'node:fs';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { PlainError } from './plain-error';

const { R_OK, W_OK, X_OK } = fs.constants;

/**
 * Runs a file operation.
 * @throws PlainError with the name of the setting and the system error code
 */
const use = <Result>(setting: string, named: string, work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PlainError(`${setting}: the ${named} cannot be used: ${code}`);
  }
};

/** Creates a folder if it is missing, and checks its access rights. */
const ensure = (setting: string, folder: string, right = W_OK): void =>
  use(setting, `folder ${folder}`, () => {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, right | X_OK);
  });

/** First bytes of an SQLite database file (https://www.sqlite.org/fileformat.html). */
const SQLITE = 'SQLite format 3\0';

/**
 * Checks an existing database file.
 * @throws PlainError if the file is not an SQLite database or is not writable
 */
const assertDatabase = (file: string): void => {
  if (!fs.existsSync(file)) return;
  const begin = use('DATABASE_FILENAME', `file ${file}`, () => {
    const descriptor = fs.openSync(file, 'r+');
    const bytes = Buffer.alloc(SQLITE.length);
    const length = fs.readSync(descriptor, bytes);
    fs.closeSync(descriptor);
    return bytes.toString('latin1', 0, length);
  });
  if (begin !== '' && begin !== SQLITE) {
    throw new PlainError(`DATABASE_FILENAME: the file ${file} is no SQLite database`);
  }
};

/**
 * Creates missing folders of the site, such as on an empty volume. Strapi's local upload provider does not start
 * without its folder.
 * @throws PlainError if a folder or the database file cannot be used
 */
export const ensureFolders = (strapi: Core.Strapi): void => {
  const { UPLOAD_PROVIDER, BOT_RESUMABLE_DIRECTORY } = process.env;
  const { client, connection } = strapi.config.get<{
    client: string;
    connection: { filename: string };
  }>('database.connection');
  if (client === 'sqlite') {
    const file = path.resolve(connection.filename);
    ensure('DATABASE_FILENAME', path.dirname(file));
    assertDatabase(file);
  }
  const isStore = UPLOAD_PROVIDER?.trim() !== 's3';
  ensure('PUBLIC_DIR', path.join(strapi.dirs.static.public, 'uploads'), isStore ? W_OK : R_OK);
  const resumable = BOT_RESUMABLE_DIRECTORY?.trim();
  if (resumable) ensure('BOT_RESUMABLE_DIRECTORY', path.resolve(resumable));
};
