import type { Core } from '@strapi/strapi';

import { getStorageAccess, getStorageService } from '../../../core/storage';
import { protocolError } from '../../../core/protocol/errors';

import { bringBack } from './kept-object';
import type { RestoreClaimsService } from './restore-claims';
import type { ReadyFile, TrashedFile } from './trashed-file';

/** Brings the bytes of files back to where readers found them. */
export const createBringBack = (strapi: Core.Strapi, claims: RestoreClaimsService) => {
  /** @returns false if bytes are missing that were in storage when it went to the trash */
  const copyBack = async ({ provider, file, kept, isAside }: TrashedFile): Promise<boolean> => {
    const storage = getStorageAccess(strapi);
    if (storage === undefined || provider !== getStorageService(strapi).provider) {
      return !isAside;
    }
    const { botStoredDigest } = file;
    for (const [index, one] of kept.entries()) {
      const isOriginal = index === 0;
      const known = isAside && isOriginal && typeof botStoredDigest === 'string';
      const expected = one.sha256 ?? (known ? botStoredDigest : undefined);
      if (!(await bringBack(storage, one, expected))) {
        if (isOriginal || one.sha256 !== undefined) {
          return false;
        }
        strapi.log.warn(`Bot: ${one.at.hash} comes back without bytes, as it went`);
      }
    }
    return true;
  };

  const isWhole = async ({ trashed }: ReadyFile): Promise<boolean> => {
    try {
      return await copyBack(trashed);
    } catch (cause) {
      const message = 'The storage for files does not give them back';
      throw protocolError('storage-unavailable', { message, cause });
    }
  };

  /**
   * To be called outside of a transaction; what it gives is for `restore`, or for `release`.
   * @param documentIds those that are not in the trash are passed over
   * @throws `bytes-missing`, and `storage-unavailable` while somebody else moves one of them or the storage fails
   */
  return async (documentIds: string[]): Promise<ReadyFile[]> => {
    const ready: ReadyFile[] = [];
    const materials: { id: string; name: string }[] = [];
    try {
      // In one order, so that nobody waits in a circle.
      for (const documentId of [...documentIds].sort()) {
        const file = await claims.claim(documentId);
        if (file !== null) {
          ready.push(file);
          if (!(await isWhole(file))) {
            materials.push({ id: documentId, name: file.trashed.file.name });
          }
        }
      }
      if (materials.length > 0) {
        throw protocolError('bytes-missing', { details: { materials } });
      }
      return ready;
    } catch (error) {
      await claims.release(ready).catch((reason: unknown) => void strapi.log.warn(reason));
      throw error;
    }
  };
};
