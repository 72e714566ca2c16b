import type { Core } from '@strapi/strapi';

import { serviceOf } from '../../core/service';
import {
  getStorageAccess,
  getStorageService,
  parseStorageName,
  type StorageAccess,
} from '../../core/storage';
import type { ListedObject, StoredObject } from '../../core/strapi/uploads/stored-object';

import type { ExpectedObject } from './events';
import { createExpectedFiles } from './expected-files';
import {
  findBytes,
  type FindBytesResult,
  type IncompleteFile,
  type UnownedObject,
} from './find-bytes';

/** A file some of whose bytes are not in storage. */
export interface IncompleteMaterial {
  id: string;
  name: string;
  isTrashed: boolean;
  missing: string[];
}

/** What rows and stored objects do not agree on. */
export interface StorageComparison extends FindBytesResult {
  /** Files without some of their bytes. */
  incomplete: IncompleteMaterial[];
}

const nameOf = ({ hash, ext }: StoredObject): string => `${hash}${ext ?? ''}`;

/** Rows do not tell in which folder of a bucket an object is. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** What the names of an original and its formats have in common: the random part, of Strapi's making or ours. */
const groupOf = (name: string): string =>
  /_([0-9a-f]{10}|[0-9a-f]{20})(?:\.\w+)*$/.exec(name)?.[1] ?? name;

/**
 * Compares the rows of files with what storage holds. A backup of the database and one of the files are never
 * of one moment, and this is what shows the difference.
 *
 * Objects that nobody owns are looked for under names of this plugin's making alone: what else is in the place
 * is not its business.
 */
export const createStorageComparisonService = ({ strapi }: { strapi: Core.Strapi }) => {
  const expected = createExpectedFiles(strapi);

  /** Groups for which there are more objects, or fewer, than the rows say. */
  const findSuspects = async (provider: string, storage: StorageAccess): Promise<Set<string>> => {
    const counts = new Map<string, number>();
    const count = (name: string, by: number): void =>
      void counts.set(groupOf(name), (counts.get(groupOf(name)) ?? 0) + by);
    for await (const { objects } of expected.files(provider)) {
      objects.forEach(({ places: [first] }) => count(nameOf(first), 1));
    }
    for await (const { name } of storage.list()) {
      count(lastPart(name), -1);
    }
    return new Set([...counts].filter(([, number]) => number !== 0).map(([group]) => group));
  };

  return {
    /**
     * Compares them. The site may run: what is younger than `graceMilliseconds` may belong to an
     * upload that is under way. Holds in memory a number for each file, and names only of
     * those for which the numbers do not match.
     * @returns undefined if the provider's storage can only be written
     * @throws what the database or the storage says
     */
    async compare(graceMilliseconds: number): Promise<StorageComparison | undefined> {
      const { provider } = getStorageService(strapi);
      const storage = getStorageAccess(strapi);
      if (storage === undefined) {
        return undefined;
      }
      const suspects = await findSuspects(provider, storage);
      if (suspects.size === 0) {
        return { unowned: [], doubtful: [], found: [], incomplete: [] };
      }

      // In this order, because a deletion takes the row first and the object last.
      const present = new Map<string, ListedObject>();
      for await (const object of storage.list()) {
        const name = lastPart(object.name);
        if (suspects.has(groupOf(name))) {
          present.set(name, object);
        }
      }
      const strange = new Map(present);
      const own = (object: StoredObject): void => void strange.delete(nameOf(object));
      const files: IncompleteFile[] = [];
      // Of groups that are none of these all first places are there.
      const isThere = ({ places }: ExpectedObject): boolean =>
        !suspects.has(groupOf(nameOf(places[0]))) ||
        places.some((place) => present.has(nameOf(place)));
      for await (const file of expected.files(provider)) {
        const missing = file.objects.filter((object) => !isThere(object));
        if (missing.length > 0) {
          files.push({ ...file, missing });
        }
        file.objects.flatMap(({ places }) => places).forEach(own);
      }
      for await (const object of expected.toRemove(provider)) {
        own(object);
      }

      const strangers: UnownedObject[] = [];
      for (const { name, facts } of strange.values()) {
        const parts = parseStorageName(name);
        const known = parts && (await facts());
        if (parts !== undefined && known !== undefined) {
          strangers.push({ name, hash: parts.hash, ext: parts.ext, ...known });
        }
      }
      const incomplete = files.map(({ id, name, isTrashed, missing }) => ({
        id,
        name,
        isTrashed,
        missing: missing.map(({ places: [first] }) => nameOf(first)),
      }));
      const { unowned: unneeded, ...others } = await findBytes(storage, files, strangers);
      const youngest = Date.now() - graceMilliseconds;
      const unowned = unneeded.filter(({ writtenAt }) => writtenAt.getTime() < youngest);
      return { ...others, unowned, incomplete };
    },
  };
};

export const getStorageComparisonService =
  serviceOf<typeof createStorageComparisonService>('storageComparison');
