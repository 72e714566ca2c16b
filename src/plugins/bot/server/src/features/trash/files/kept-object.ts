import type { StorageAccess } from '../../../core/storage';
import type { StoredObject } from '../../../core/strapi/uploads/stored-object';

/** An object of a file in the trash. */
export interface KeptObject {
  /** Where readers found it. */
  at: StoredObject;
  /** Where it is kept, or is going to be. */
  aside: StoredObject;
  /** Its SHA-256, from when it was seen to be there. */
  sha256?: string;
}

/**
 * Makes sure that an object is kept aside; it looks under both names, as a restored database knows where it
 * was then.
 * @returns its SHA-256; undefined if it is at neither place
 * @throws what the storage says, and if what is aside is not what it was
 */
export const secure = async (
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

/**
 * Brings an object back to where readers found it.
 * @param expected its SHA-256, where that is known
 * @returns whether it is there
 * @throws what the storage says, and if what is there is not what was kept
 */
export const restoreBytes = async (
  storage: StorageAccess,
  { at, aside }: KeptObject,
  expected: string | undefined
): Promise<boolean> => {
  const there = await storage.digest(at);
  if (there !== undefined && (expected ?? there) === there) {
    return true;
  }
  const kept = await storage.digest(aside);
  if (kept === undefined || (expected ?? kept) !== kept) {
    return false;
  }
  await storage.copy(aside, at, kept);
  return true;
};
