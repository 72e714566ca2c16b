import type { Core } from '@strapi/strapi';

import { transaction } from '../../../core/database/connection';
import { getStorageAccess, type StorageAccess } from '../../../core/storage';
import type { StoredObject } from '../../../core/strapi/uploads/stored-object';
import { getRemovalQueueService, type Removal } from '../../removals';

import { toTrashedFile, trashedFiles, type KeptObject, type TrashedFile } from './trashed-file';

/**
 * Ensures that an object of a file in the trash has a copy at its secret quarantine name. Looks under the public and
 * the quarantine name, because a database restored from a backup may not know where the object is now.
 * @returns the SHA-256 of the object; undefined if it is at neither name
 * @throws the errors of the storage, also if the copy has another digest
 */
const secure = async (
  storage: StorageAccess,
  { at, aside: quarantined, sha256 }: KeptObject
): Promise<string | undefined> => {
  if (sha256 !== undefined && (await storage.has(quarantined))) return sha256;
  const found = await storage.digest(at);
  if (found === undefined) return storage.digest(quarantined);
  await storage.copy(at, quarantined, found);
  return found;
};

/** Copies bytes to secret quarantine names before they are removed from their public names, if their file is in the trash. */
export const createQuarantine = (strapi: Core.Strapi) => {
  const secureAll = async (
    storage: StorageAccess,
    { kept }: TrashedFile
  ): Promise<KeptObject[]> => {
    const secured: KeptObject[] = [];
    for (const one of kept) {
      secured.push({ ...one, sha256: await secure(storage, one) });
    }
    const lost = secured.filter(({ sha256 }) => sha256 === undefined).map(({ at }) => at.hash);
    if (lost.length === kept.length) {
      throw new Error('A file in the trash is missing in storage');
    }
    if (lost.length > 0) {
      strapi.log.warn(
        `Bot: files are missing in storage and were not moved to the trash: ${lost.join(', ')}`
      );
    }
    return secured;
  };

  /** Records that a file has been copied to its quarantine names in storage. Then the public copies may be removed. */
  const note = async (
    removal: Removal,
    { id }: TrashedFile,
    kept: KeptObject[]
  ): Promise<StoredObject[]> => {
    const objects = kept.filter(({ sha256 }) => sha256 !== undefined).map(({ at }) => at);
    return transaction(strapi, async () => {
      // Locks both rows in the same order as a restore.
      await trashedFiles(strapi).where({ id }).forUpdate().first('id');
      // A restore that has taken over the removal needs the bytes at their public names.
      if (!(await getRemovalQueueService(strapi).narrow(removal, objects))) return [];
      await trashedFiles(strapi)
        .where({ id })
        .update({ kept: JSON.stringify(kept), is_quarantined: true });
      return objects;
    });
  };

  /**
   * Handles the hook `beforeRemoval` of the removal worker. If the database was restored from a backup, the bytes may
   * be at their public or at their quarantine name.
   * @returns a function that quarantines the bytes of a removal, returns the objects to remove, and throws the errors
   * of the storage
   */
  return async (removals: Removal[]): Promise<(removal: Removal) => Promise<StoredObject[]>> => {
    const ids = removals.map(({ id }) => id);
    const found = await trashedFiles(strapi).whereIn('removal', ids);
    const files = new Map(found.map(toTrashedFile).map((file) => [file.removal, file]));
    return async (removal) => {
      const file = files.get(removal.id);
      if (file === undefined) return removal.objects;
      const storage = getStorageAccess(strapi);
      if (storage === undefined)
        throw new Error('The file storage cannot copy a file in the trash');
      const kept = await secureAll(storage, file);
      return file.isQuarantined ? removal.objects : note(removal, file, kept);
    };
  };
};
