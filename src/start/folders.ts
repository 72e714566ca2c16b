import fs from 'node:fs';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { UserFacingError } from './user-facing-error';

const { R_OK, W_OK, X_OK } = fs.constants;

/**
 * Runs a file operation.
 * @throws UserFacingError with `setting`, the name of an environment variable, and the system error code
 */
const useFile = <Result>(setting: string, description: string, work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserFacingError(`${setting}: the ${description} cannot be used: ${code}`);
  }
};

/** Creates a folder if it is missing, and checks its access rights. */
const ensureFolder = (setting: string, folder: string, right = W_OK): void =>
  useFile(setting, `folder ${folder}`, () => {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, right | X_OK);
  });

/** First bytes of an SQLite database file (https://www.sqlite.org/fileformat.html). */
const SQLITE = 'SQLite format 3\0';

/**
 * Checks an existing database file.
 * @throws UserFacingError if the file is not an SQLite database or is not writable
 */
const assertDatabase = (file: string): void => {
  if (!fs.existsSync(file)) return;
  const firstBytes = useFile('DATABASE_FILENAME', `file ${file}`, () => {
    const descriptor = fs.openSync(file, 'r+');
    const bytes = Buffer.alloc(SQLITE.length);
    const length = fs.readSync(descriptor, bytes);
    fs.closeSync(descriptor);
    return bytes.toString('latin1', 0, length);
  });
  if (firstBytes !== '' && firstBytes !== SQLITE) {
    throw new UserFacingError(`DATABASE_FILENAME: the file ${file} is not an SQLite database`);
  }
};

/**
 * Creates missing folders of the site, such as on an empty volume. Strapi's local upload provider does not start
 * without its folder.
 * @throws UserFacingError if a folder or the database file cannot be used
 */
export const ensureFolders = (strapi: Core.Strapi): void => {
  const { UPLOAD_PROVIDER, BOT_RESUMABLE_DIRECTORY } = process.env;
  const { client, connection } = strapi.config.get<{
    client: string;
    connection: { filename: string };
  }>('database.connection');
  if (client === 'sqlite') {
    const file = path.resolve(connection.filename);
    ensureFolder('DATABASE_FILENAME', path.dirname(file));
    assertDatabase(file);
  }
  const isStore = UPLOAD_PROVIDER?.trim() !== 's3';
  ensureFolder(
    'PUBLIC_DIR',
    path.join(strapi.dirs.static.public, 'uploads'),
    isStore ? W_OK : R_OK
  );
  const resumable = BOT_RESUMABLE_DIRECTORY?.trim();
  if (resumable) ensureFolder('BOT_RESUMABLE_DIRECTORY', path.resolve(resumable));
};
