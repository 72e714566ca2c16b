import type { Core } from '@strapi/strapi';

import { query, transaction } from '../../../core/database/connection';
import { getStorageAccess, type StorageAccess } from '../../../core/storage';
import type { StoredObject } from '../../../core/strapi/uploads/stored-object';
import { getRemovalQueueService, type Removal } from '../../removals';

import { toTrashedFile, trashedFiles, type KeptObject, type TrashedFile } from './trashed-file';

/**
 * Makes sure that an object is kept aside; it looks under both names, as a restored database knows where it
 * was then.
 * @returns its SHA-256; undefined if it is at neither place
 * @throws what the storage says, and if what is aside is not what it was
 */
const secure = async (
  storage: StorageAccess,
  { at, aside, sha256 }: KeptObject
): Promise<string | undefined> => {
  if (sha256 !== undefined && (await storage.has(aside))) {
    return sha256;
  }
  const found = await storage.digest(at);
  if (found === undefined) {
    return storage.digest(aside);
  }
  await storage.copy(at, aside, found);
  return found;
};

/** Copies bytes that are about to leave their public names to secret ones, if their file is in the trash. */
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
      throw new Error('the bytes of a file in the trash are not in storage');
    }
    if (lost.length > 0) {
      strapi.log.warn(`Bot: not in storage, so not kept in the trash: ${lost.join(', ')}`);
    }
    return secured;
  };

  /** Writes down that the bytes are at their secret names: from then on the public ones may go. */
  const note = async (
    removal: Removal,
    { id }: TrashedFile,
    kept: KeptObject[]
  ): Promise<StoredObject[]> => {
    const objects = kept.filter(({ sha256 }) => sha256 !== undefined).map(({ at }) => at);
    return transaction(strapi, async (knex) => {
      // In the order in which a restore takes both rows.
      await trashedFiles(strapi, knex).where({ id }).forUpdate().first('id');
      // A restore that has taken over the removal needs the bytes where they are.
      if (!(await getRemovalQueueService(strapi).narrow(removal, objects))) {
        return [];
      }
      await trashedFiles(strapi, knex)
        .where({ id })
        .update({ kept: JSON.stringify(kept), is_quarantined: true });
      return objects;
    });
  };

  /**
   * To be called by the removal worker. The file may be of a restored database, and the bytes where they were
   * when storage was copied.
   * @returns what makes sure, of one of these removals, that the bytes are kept, and gives what may be removed;
   *   it throws what the storage says
   */
  return async (removals: Removal[]): Promise<(removal: Removal) => Promise<StoredObject[]>> => {
    const ids = removals.map(({ id }) => id);
    const found = await query(strapi, (knex) => trashedFiles(strapi, knex).whereIn('removal', ids));
    const files = new Map(found.map(toTrashedFile).map((file) => [file.removal, file]));
    return async (removal) => {
      const file = files.get(removal.id);
      if (file === undefined) {
        return removal.objects;
      }
      const storage = getStorageAccess(strapi);
      if (storage === undefined) {
        throw new Error('the storage cannot copy a file in the trash');
      }
      const kept = await secureAll(storage, file);
      return file.isQuarantined ? removal.objects : note(removal, file, kept);
    };
  };
};
