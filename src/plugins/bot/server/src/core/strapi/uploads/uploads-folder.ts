/*
 * Relies on: the folder in which `@strapi/provider-upload-local` 5.54 stores files
 * Breaks if: the provider uses another folder or other names
 * Checked by: `tests/api/200-restore.test.ts`
 */
import { randomBytes } from 'node:crypto';
import { access, copyFile, link, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import type { ListedObject, OwnStorage, StoredObject } from './stored-object';

const isNotThere = (error: unknown): boolean => Reflect.get(Object(error), 'code') === 'ENOENT';

async function* listFolder(folder: string): AsyncIterable<ListedObject> {
  for await (const entry of await opendir(folder)) {
    if (entry.isFile()) {
      const facts = () =>
        stat(path.join(folder, entry.name)).then(
          ({ mtime, size }) => ({ writtenAt: mtime, size }),
          () => undefined
        );
      yield { name: entry.name, facts };
    }
  }
}

/**
 * Copies a file atomically. Needed where a hard link is impossible, or where the target exists and may be incomplete.
 */
const copyWhole = async (from: string, to: string): Promise<void> => {
  const part = `${to}.${randomBytes(8).toString('hex')}`;
  try {
    await copyFile(from, part);
    await rename(part, to);
  } finally {
    await rm(part, { force: true });
  }
};

/** The folder of Strapi's local upload provider; undefined for other providers. */
export const uploadsFolderOf = ({ config, dirs }: Core.Strapi): string | undefined =>
  config.get('plugin::upload.provider') === 'local'
    ? path.join(dirs.static.public, 'uploads')
    : undefined;

/** Direct access to the folder of Strapi's local upload provider. */
export const createUploadsFolder = (folder: string): OwnStorage => {
  const place = ({ hash, ext }: StoredObject): string => path.join(folder, `${hash}${ext ?? ''}`);

  /**
   * Awaits a file operation; resolves to undefined if the file is missing.
   * @throws other file system errors, and ENOENT if the whole folder is missing
   */
  const ifThere = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (!isNotThere(error)) throw error;
      await access(folder);
      return undefined;
    }
  };

  return {
    list: () => listFolder(folder),
    has: async (object) => (await ifThere(stat(place(object)))) !== undefined,
    read: async (object) => (await ifThere(open(place(object))))?.createReadStream(),
    async copy(from, to) {
      // A hard link is atomic and needs no space.
      await link(place(from), place(to)).catch(() => copyWhole(place(from), place(to)));
    },
  };
};
