import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { FOLDER_UID, FILE_UID } from '../../../core/constants';
import { transaction } from '../../../core/database/connection';
import { protocolError } from '../../../core/protocol/errors';
import { getStorageAccess, getStorageService, type StorageAccess } from '../../../core/storage';
import { getRemovalQueueService, type UploadIntent, getRemovalWorkerService } from '../../removals';
import { createFullDocument } from '../full-document';

import {
  GRACE_SECONDS,
  removePublic,
  removeQuarantined,
  toTrashedFile,
  trashedFiles,
  type KeptObject,
  type TrashedFile,
} from './trashed-file';

/** A file of the trash whose bytes are at their public names, ready for the transaction that restores its row. */
export interface ReadyFile {
  trashed: TrashedFile;
  /** The removal that marks the bytes as unowned until the restore; absent if there was no removal. */
  intent?: UploadIntent;
}

/** Time in milliseconds that a restore waits for a worker that is removing the bytes from their public names. */
const MAX_WAIT_MILLISECONDS = 8_000;
const POLL_MILLISECONDS = 200;

/**
 * Restores an object to its public name.
 * @param expected SHA-256 of the object, if known
 * @returns whether the object is at its public name
 * @throws the errors of the storage, also if the copy has another digest
 */
const restoreBytes = async (
  storage: StorageAccess,
  { at, aside: quarantined }: KeptObject,
  expected: string | undefined
): Promise<boolean> => {
  const there = await storage.digest(at);
  if (there !== undefined && (expected ?? there) === there) return true;
  const kept = await storage.digest(quarantined);
  if (kept === undefined || (expected ?? kept) !== kept) return false;
  await storage.copy(quarantined, at, kept);
  return true;
};

/** Restores files from the trash: first their bytes, then their rows in one transaction with the publication. */
export const createFileRestore = (strapi: Core.Strapi) => {
  const queue = () => getRemovalQueueService(strapi);
  const documents = createFullDocument(strapi);

  /**
   * Postpones the removal of a file's public bytes, so that a restored file row can own the bytes again. Several
   * restores may do this at the same time; the first transaction to commit gets the file.
   * @returns undefined while a worker is removing the bytes; null if the file is not in the trash
   */
  const claim = (documentId: string): Promise<ReadyFile | null | undefined> =>
    transaction(strapi, async () => {
      const row = await trashedFiles(strapi)
        .where({ document_id: documentId })
        .orderBy('id', 'desc')
        .forUpdate()
        .first();
      if (row === undefined) return null;
      const trashed = toTrashedFile(row);
      const { id, removal, isQuarantined } = trashed;
      if (removal === null && !isQuarantined) return { trashed };
      const intent = await removePublic(strapi, trashed, GRACE_SECONDS);
      if (intent !== undefined && intent.id !== removal) {
        await trashedFiles(strapi).where({ id }).update({ removal: intent.id });
      }
      return intent && { trashed, intent };
    });

  /** Claims a file, and waits while a worker is removing its bytes. @throws `storage-unavailable` after the time limit */
  const claimOrWait = async (documentId: string): Promise<ReadyFile | null> => {
    const until = Date.now() + MAX_WAIT_MILLISECONDS;
    for (;;) {
      const claimed = await claim(documentId);
      if (claimed !== undefined) return claimed;
      if (Date.now() > until) {
        throw protocolError('storage-unavailable', {
          message: 'A file of this publication is being moved. Try again later',
        });
      }
      // Wake the worker, because a claim of a worker that died becomes due only at the next check.
      getRemovalWorkerService(strapi).wake();
      await pause(POLL_MILLISECONDS);
    }
  };

  /** Copies a file's bytes to their public names. @returns false if bytes are missing that existed at the deletion */
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
        if (isOriginal || one.sha256 !== undefined) return false;
        strapi.log.warn(
          `Bot: ${one.at.hash} is restored without its content, which was missing in storage before`
        );
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

  /** Makes removals due again if their files were not restored. Never throws. */
  const release = async (files: ReadyFile[]): Promise<void> => {
    try {
      for (const { trashed, intent } of files) {
        const isTrashed = await trashedFiles(strapi).where({ id: trashed.id }).first('id');
        if (isTrashed !== undefined && intent !== undefined) {
          await queue().makeDue(intent);
        }
      }
    } catch (error) {
      // The bytes are removed when the intent expires, within an hour.
      strapi.log.warn(error);
    }
    getRemovalWorkerService(strapi).wake();
  };

  return {
    release,

    /**
     * Copies files to their public names. Call it outside of a transaction, and pass the result to `restore` or
     * `release`.
     * @param documentIds ids of files; those not in the trash are skipped
     * @throws `bytes-missing`, and `storage-unavailable` while a worker removes bytes or if the storage fails
     */
    async makeReady(documentIds: string[]): Promise<ReadyFile[]> {
      const ready: ReadyFile[] = [];
      const materials: { id: string; name: string }[] = [];
      try {
        for (const documentId of documentIds) {
          const file = await claimOrWait(documentId);
          if (file !== null) {
            ready.push(file);
            if (!(await isWhole(file))) {
              materials.push({ id: documentId, name: file.trashed.file.name });
            }
          }
        }
        if (materials.length > 0) throw protocolError('bytes-missing', { details: { materials } });
        return ready;
      } catch (error) {
        await release(ready);
        throw error;
      }
    },

    /**
     * Whether the trash still contains exactly the given files for these document ids. Locks the files until the
     * transaction ends.
     */
    async areAll(files: ReadyFile[], documentIds: string[]): Promise<boolean> {
      const rows = await trashedFiles(strapi)
        .select('id', 'document_id', 'is_quarantined')
        .whereIn('document_id', documentIds)
        .forUpdate();
      const ids = new Set(rows.map((row) => row.document_id));
      return (
        ids.size === files.length &&
        files.every(({ trashed: { id, isQuarantined } }) =>
          rows.some((row) => row.id === id && Boolean(row.is_quarantined) === isQuarantined)
        )
      );
    },

    /**
     * Restores the row of a file in the Media Library, with its id, and in its folder if that exists. Call it in a
     * transaction.
     * @throws `storage-timeout` if it took so long that the bytes may be removed again
     */
    async restore({ trashed, intent }: ReadyFile): Promise<void> {
      const { id, file, folder: folderId } = trashed;
      await trashedFiles(strapi).where({ id }).delete();
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
