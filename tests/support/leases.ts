import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';

const LONG_AGO_MILLISECONDS = 60 * 60_000;

/**
 * Makes all temporary directories in a folder too old. What a process has left that was killed goes
 * a minute or two later; nobody wants to wait for it.
 */
export const expireLeases = async (folder: string): Promise<void> => {
  const old = new Date(Date.now() - LONG_AGO_MILLISECONDS);
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((one) => /^bot-material-\w+$/.test(path.dirname(one)))) {
    await utimes(path.join(folder, name), old, old);
  }
};
