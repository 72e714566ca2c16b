import type { Core } from '@strapi/strapi';

import { serviceOf } from '../../core/service';
import { getStorageAccess, getStorageService, parseStorageName } from '../../core/storage';
import type { StoredObject } from '../../core/strapi/uploads/stored-object';

import type { ExpectedFile, ExpectedObject } from './events';
import { createExpectedFiles } from './expected-files';
import { findBytes, type FindBytesResult, type UnownedObject } from './find-bytes';

interface IncompleteMaterial {
  id: string;
  name: string;
  isTrashed: boolean;
  missing: string[];
}

export interface StorageComparison extends FindBytesResult {
  /** Files without some of their bytes. */
  incomplete: IncompleteMaterial[];
}

const nameOf = ({ hash, ext }: StoredObject): string => `${hash}${ext ?? ''}`;

/** Rows do not tell in which folder of a bucket an object is. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/**
 * Compares the rows of files with what storage holds. A backup of the database and one of the files are never
 * of one moment, and this is what shows the difference.
 *
 * Objects that nobody owns are looked for under names of this plugin's making alone: what else is in the place
 * is not its business.
 */
export const createStorageComparisonService = ({ strapi }: { strapi: Core.Strapi }) => {
  const expected = createExpectedFiles(strapi);

  return {
    /**
     * Compares them, with the names of all objects in memory. The site may run: what is younger than
     * `graceMilliseconds` may belong to an upload that is under way.
     * @returns undefined if the provider's storage can only be written
     * @throws what the database or the storage says
     */
    async compare(graceMilliseconds: number): Promise<StorageComparison | undefined> {
      const { provider } = getStorageService(strapi);
      const storage = getStorageAccess(strapi);
      if (storage === undefined) {
        return undefined;
      }
      // First, because a deletion takes the row first and the object last.
      const present = new Set<string>();
      for await (const { name } of storage.list()) {
        present.add(lastPart(name));
      }
      const strangers = new Set(present);
      const own = (object: StoredObject): void => void strangers.delete(nameOf(object));
      const isThere = ({ places }: ExpectedObject): boolean =>
        places.some((place) => present.has(nameOf(place)));
      const suspects: ExpectedFile[] = [];
      for await (const file of expected.files(provider)) {
        if (!file.objects.every(isThere)) {
          suspects.push(file);
        }
        file.objects.flatMap(({ places }) => places).forEach(own);
      }
      for await (const object of expected.toRemove(provider)) {
        own(object);
      }

      // Again, for what has come since, and for what more is to be known of strangers.
      const objects: UnownedObject[] = [];
      for await (const { name, facts } of suspects.length + strangers.size > 0
        ? storage.list()
        : []) {
        const last = lastPart(name);
        present.add(last);
        const parts = strangers.has(last) ? parseStorageName(last) : undefined;
        const known = parts && (await facts());
        if (parts !== undefined && known !== undefined) {
          objects.push({ name, hash: parts.hash, ext: parts.ext, ...known });
        }
      }
      const files = suspects
        .map((file) => ({ ...file, missing: file.objects.filter((one) => !isThere(one)) }))
        .filter(({ missing }) => missing.length > 0);
      const { unowned, ...others } = await findBytes(storage, files, objects);
      const youngest = Date.now() - graceMilliseconds;
      return {
        ...others,
        unowned: unowned.filter(({ writtenAt }) => writtenAt.getTime() < youngest),
        incomplete: files.map(({ id, name, isTrashed, missing }) => ({
          id,
          name,
          isTrashed,
          missing: missing.map(({ places: [first] }) => nameOf(first)),
        })),
      };
    },
  };
};

export const getStorageComparisonService =
  serviceOf<typeof createStorageComparisonService>('storageComparison');
