/*
 * Leans on where `@strapi/provider-upload-local` 5.54 puts files. `tests/api/200-restore.test.ts` notices a
 * change.
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

/** Where no links can be made, or one is there already that may be half a copy. */
const copyWhole = async (from: string, to: string): Promise<void> => {
  const part = `${to}.${randomBytes(8).toString('hex')}`;
  try {
    await copyFile(from, part);
    await rename(part, to);
  } finally {
    await rm(part, { force: true });
  }
};

/** Where Strapi's provider for a local disk keeps files; undefined on a site with another one. */
export const uploadsFolderOf = ({ config, dirs }: Core.Strapi): string | undefined =>
  config.get('plugin::upload.provider') === 'local'
    ? path.join(dirs.static.public, 'uploads')
    : undefined;

/** The folder of Strapi's provider for a local disk. */
export const createUploadsFolder = (folder: string): OwnStorage => {
  const place = ({ hash, ext }: StoredObject): string => path.join(folder, `${hash}${ext ?? ''}`);

  /** @throws what the disk says; for a folder that is not there too, as of a disk that is not mounted */
  const ifThere = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (!isNotThere(error)) {
        throw error;
      }
      await access(folder);
      return undefined;
    }
  };

  return {
    list: () => listFolder(folder),
    has: async (object) => (await ifThere(stat(place(object)))) !== undefined,
    read: async (object) => (await ifThere(open(place(object))))?.createReadStream(),
    async copy(from, to) {
      // Two names of one file: at once, and without a second copy.
      await link(place(from), place(to)).catch(() => copyWhole(place(from), place(to)));
    },
  };
};
