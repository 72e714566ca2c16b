import fs from 'node:fs';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { PlainError } from './plain-error';

const { R_OK, W_OK, X_OK } = fs.constants;

/** @throws PlainError that names the setting where `work` fails with what it names */
const use = <Result>(setting: string, named: string, work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PlainError(`${setting}: the ${named} cannot be used: ${code}`);
  }
};

/** Makes a folder that is not there yet. */
const ensure = (setting: string, folder: string, right = W_OK): void =>
  use(setting, `folder ${folder}`, () => {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, right | X_OK);
  });

/** What an SQLite database begins with (https://www.sqlite.org/fileformat.html). */
const SQLITE = 'SQLite format 3\0';

/** @throws PlainError if a file is there that is no SQLite database, or may not be written */
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
 * Sees to it that the folders of the site are there: the local upload provider does not start without its
 * own, and an empty volume has none yet.
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
