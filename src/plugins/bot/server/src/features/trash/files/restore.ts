import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { FOLDER_UID, FILE_UID } from '../../../core/constants';
import { query, transaction } from '../../../core/database/connection';
import { protocolError } from '../../../core/protocol/errors';
import { getStorageAccess, getStorageService, type StorageAccess } from '../../../core/storage';
import { getRemovalQueueService, type UploadIntent, getRemovalWorkerService } from '../../removals';
import { createWholeDocument } from '../whole-document';

import {
  GRACE_SECONDS,
  removePublic,
  removeQuarantined,
  toTrashedFile,
  trashedFiles,
  type KeptObject,
  type TrashedFile,
} from './trashed-file';

/** A trashed file whose bytes are where readers find them, for a transaction that makes use of it. */
export interface ReadyFile {
  trashed: TrashedFile;
  /** What says of these bytes that they belong to nobody; none if nothing was to take them away. */
  intent?: UploadIntent;
}

/** How long a restore waits for a worker that removes the bytes from their public names. */
const PATIENCE_MILLISECONDS = 8_000;
const POLL_MILLISECONDS = 200;

/**
 * Brings an object back to where readers found it.
 * @param expected its SHA-256, where that is known
 * @returns whether it is there
 * @throws what the storage says, and if what is there is not what was kept
 */
const restoreBytes = async (
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

/** Restores files of the trash: first their bytes, then, in one transaction with their publication, their rows. */
export const createFileRestore = (strapi: Core.Strapi) => {
  const queue = () => getRemovalQueueService(strapi);
  const documents = createWholeDocument(strapi);

  /**
   * Says of the bytes at the public names that they belong to nobody, in place of their removal. That stands until a
   * row owns them again: others may do the same at once, and the first transaction to use the file has it.
   * @returns undefined while a worker removes them; null if the file is not in the trash
   */
  const claim = (documentId: string): Promise<ReadyFile | null | undefined> =>
    transaction(strapi, async (knex) => {
      const row = await trashedFiles(strapi, knex)
        .where({ document_id: documentId })
        .orderBy('id', 'desc')
        .forUpdate()
        .first();
      if (row === undefined) {
        return null;
      }
      const trashed = toTrashedFile(row);
      const { id, removal, isQuarantined } = trashed;
      if (removal === null && !isQuarantined) {
        return { trashed };
      }
      const intent = await removePublic(strapi, trashed, GRACE_SECONDS);
      if (intent !== undefined && intent.id !== removal) {
        await trashedFiles(strapi, knex).where({ id }).update({ removal: intent.id });
      }
      return intent && { trashed, intent };
    });

  /** @throws `storage-unavailable` if a worker removes its bytes for too long */
  const claimPatiently = async (documentId: string): Promise<ReadyFile | null> => {
    const until = Date.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      const claimed = await claim(documentId);
      if (claimed !== undefined) {
        return claimed;
      }
      if (Date.now() > until) {
        throw protocolError('storage-unavailable', {
          message: 'The bytes of a file of this publication are being moved',
        });
      }
      // What a worker that died was at is due after a while, and waits for the next one to look.
      getRemovalWorkerService(strapi).wake();
      await pause(POLL_MILLISECONDS);
    }
  };

  /** @returns false if bytes are missing that were in storage when it went to the trash */
  const copyBack = async ({
    provider,
    file,
    kept,
    isQuarantined,
  }: TrashedFile): Promise<boolean> => {
    const storage = getStorageAccess(strapi);
    if (storage === undefined || provider !== getStorageService(strapi).provider) {
      return !isQuarantined;
    }
    const { botStoredDigest } = file;
    for (const [index, one] of kept.entries()) {
      const isOriginal = index === 0;
      const known = isQuarantined && isOriginal && typeof botStoredDigest === 'string';
      const expected = one.sha256 ?? (known ? botStoredDigest : undefined);
      if (!(await restoreBytes(storage, one, expected))) {
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

  /** Lets the bytes of files be taken away again that have not been restored. Never throws. */
  const release = async (files: ReadyFile[]): Promise<void> => {
    try {
      for (const { trashed, intent } of files) {
        const isTrashed = await query(strapi, (knex) =>
          trashedFiles(strapi, knex).where({ id: trashed.id }).first('id')
        );
        if (isTrashed !== undefined && intent !== undefined) {
          await queue().makeDue(intent);
        }
      }
    } catch (error) {
      // They go when the hour is over.
      strapi.log.warn(error);
    }
    getRemovalWorkerService(strapi).wake();
  };

  return {
    release,

    /**
     * To be called outside of a transaction; what it gives is for `restore`, or for `release`.
     * @param documentIds those that are not in the trash are passed over
     * @throws `bytes-missing`, and `storage-unavailable` while a worker removes one of them or the storage fails
     */
    async makeReady(documentIds: string[]): Promise<ReadyFile[]> {
      const ready: ReadyFile[] = [];
      const materials: { id: string; name: string }[] = [];
      try {
        for (const documentId of documentIds) {
          const file = await claimPatiently(documentId);
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
        await release(ready);
        throw error;
      }
    },

    /** Whether these are the files of the trash with these ids, still; they are then, until the transaction ends. */
    async areAll(files: ReadyFile[], documentIds: string[]): Promise<boolean> {
      const rows = await query(strapi, (knex) =>
        trashedFiles(strapi, knex)
          .select('id', 'document_id', 'is_quarantined')
          .whereIn('document_id', documentIds)
          .forUpdate()
      );
      const ids = new Set(rows.map((row) => row.document_id));
      return (
        ids.size === files.length &&
        files.every(({ trashed: { id, isQuarantined } }) =>
          rows.some((row) => row.id === id && Boolean(row.is_quarantined) === isQuarantined)
        )
      );
    },

    /**
     * Puts a file back into the Media Library, with its id and into its folder if that is there. To be called in a
     * transaction.
     * @throws `storage-timeout` if it took so long that its bytes may be gone again
     */
    async restore({ trashed, intent }: ReadyFile): Promise<void> {
      const { id, file, folder: folderId } = trashed;
      await query(strapi, (knex) => trashedFiles(strapi, knex).where({ id }).delete());
      if (intent !== undefined) {
        await queue().cancel(intent);
      }
      await removeQuarantined(strapi, trashed);
      const folder = (await strapi.db
        .query(FOLDER_UID)
        .findOne({ where: { id: folderId ?? 0 } })) as { path: string } | null;
      await documents.write(FILE_UID, { ...file, folder, folderPath: folder?.path ?? '/' });
    },
  };
};
