import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';

const LONG_AGO_MILLISECONDS = 60 * 60_000;

/**
 * Makes all temporary directories of a folder look expired. The files of a killed process are deleted after a minute or
 * two, which is too long for a test.
 */
export const expireLeases = async (folder: string): Promise<void> => {
  const old = new Date(Date.now() - LONG_AGO_MILLISECONDS);
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((one) => /^bot-material-\w+$/.test(path.dirname(one)))) {
    await utimes(path.join(folder, name), old, old);
  }
};
