import type { Core } from '@strapi/strapi';

import { copyStored } from '../../materials/storage';
import type { StoredObject } from '../../strapi/uploads/stored-object';

import type { RestoreClaimsService } from './restore-claims';
import type { ReadyFile } from './trashed-file';

/** Brings the bytes of files back to where readers found them. */
export const createBringBack = (strapi: Core.Strapi, claims: RestoreClaimsService) => {
  /** A provider may give them another address. */
  const copyBack = async ({ trashed: { file, kept } }: ReadyFile): Promise<void> => {
    const described: StoredObject[] = [file, ...Object.values(file.formats ?? {})];
    for (const [index, { at, aside }] of kept.entries()) {
      const back = aside && (await copyStored(strapi, aside, { ...at, name: file.name }));
      if (back) {
        const { url, provider_metadata } = back;
        Object.assign(described[index] ?? {}, { url, provider_metadata });
      } else {
        strapi.log.warn(`Bot: the bytes of ${at.hash} are not there any more`);
      }
    }
  };

  /**
   * To be called outside of a transaction; what it gives is for `restore`, or for `release`.
   * @param documentIds those that are not in the trash are passed over
   * @throws `storage-unavailable` while somebody else moves one of them, and what storage says
   */
  return async (documentIds: string[]): Promise<ReadyFile[]> => {
    const ready: ReadyFile[] = [];
    try {
      // In one order, so that nobody waits in a circle.
      for (const documentId of [...documentIds].sort()) {
        const file = await claims.claim(documentId);
        if (file !== null) {
          ready.push(file);
          if (file.trashed.isAside) {
            await copyBack(file);
          }
        }
      }
      return ready;
    } catch (error) {
      await claims.release(ready).catch((reason: unknown) => void strapi.log.warn(reason));
      throw error;
    }
  };
};
