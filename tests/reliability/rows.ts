import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import type { Site } from '../support/site';

export const WORK = 'api::work.work';
export const FILE = 'plugin::upload.file';
export const RECORD = 'plugin::bot.idempotency-record';
export const REMOVAL = 'plugin::bot.removal';

export const count = (
  site: Site,
  uid: typeof WORK | typeof FILE | typeof RECORD | typeof REMOVAL
): Promise<number> => site.strapi.db.query(uid).count();

/** Names of all files in storage, without `.gitkeep`. */
export const storedNames = async (site: { uploadsDir: string }): Promise<string[]> => {
  const entries = await readdir(site.uploadsDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== '.gitkeep')
    .map(({ name }) => name);
};

/** Temporary directories for uploads that this process has now. */
export const temporaryDirectories = async (): Promise<string[]> => {
  const roots = (await readdir(os.tmpdir())).filter((name) => name.startsWith('bot-material-'));
  const names = await Promise.all(
    roots.map((root) => readdir(path.join(os.tmpdir(), root)).catch(() => []))
  );
  return names.flat().filter((name) => name.startsWith(`${process.pid}-`));
};

/** Waits until `isTrue` returns true. @throws after `seconds` */
export const until = async (
  isTrue: () => Promise<boolean> | boolean,
  seconds = 10
): Promise<void> => {
  const end = Date.now() + seconds * 1000;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`Not so after ${seconds} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
