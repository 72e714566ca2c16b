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
  /** Files with missing objects. */
  incomplete: IncompleteMaterial[];
}

const nameOf = ({ hash, ext }: StoredObject): string => `${hash}${ext ?? ''}`;

/** Returns the name of an object without its folder in the bucket, because rows do not store the folder. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/**
 * Compares the rows of files with the objects in storage. Both may differ after a restore, because backups of the
 * database and of the files are never from the same moment. Reports unowned objects only if this plugin generated their
 * names.
 */
export const createStorageComparisonService = ({ strapi }: { strapi: Core.Strapi }) => {
  const expected = createExpectedFiles(strapi);

  return {
    /**
     * Compares file rows with the objects in storage, and keeps the names of all objects in memory. Safe while the site
     * runs: objects younger than `graceMilliseconds` may belong to a running upload.
     * @returns undefined if the provider's storage cannot be listed
     * @throws the errors of the database and the storage
     */
    async compare(graceMilliseconds: number): Promise<StorageComparison | undefined> {
      const { provider } = getStorageService(strapi);
      const storage = getStorageAccess(strapi);
      if (storage === undefined) return undefined;
      // List storage before reading rows, because a deletion removes the row first and the object last.
      const present = new Set<string>();
      for await (const { name } of storage.list()) {
        present.add(lastPart(name));
      }
      const strangers = new Set(present);
      const own = (object: StoredObject): void => void strangers.delete(nameOf(object));
      const isPresent = ({ places }: ExpectedObject): boolean =>
        places.some((place) => present.has(nameOf(place)));
      const suspects: ExpectedFile[] = [];
      for await (const file of expected.files(provider)) {
        if (!file.objects.every(isPresent)) {
          suspects.push(file);
        }
        file.objects.flatMap(({ places }) => places).forEach(own);
      }
      for await (const object of expected.toRemove(provider)) {
        own(object);
      }

      // List storage again, to include new objects and to read the details of unowned ones.
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
        .map((file) => ({ ...file, missing: file.objects.filter((one) => !isPresent(one)) }))
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
