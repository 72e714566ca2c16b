import type { Core } from '@strapi/strapi';

import { getRemovalQueueService, getRemovalWorkerService, type UploadIntent } from '../removals';
import type { StoredObject } from '../../core/strapi/uploads/stored-object';

import { getStorageService } from '../../core/storage/storage';

/** How long an upload may take before its bytes count as left behind by a crash. */
const GRACE_SECONDS = 3_600;

/**
 * Says of bytes that are about to be stored that they belong to nobody. Whatever ends the upload
 * half-way, the removal worker then cleans up behind it; it leaves alone what a row owns after all.
 * @returns what the removal queue takes back in the transaction that gives the bytes their owner
 */
export const announceBytes = (
  strapi: Core.Strapi,
  objects: StoredObject[]
): Promise<UploadIntent> =>
  getRemovalQueueService(strapi).add({
    provider: getStorageService(strapi).provider,
    objects,
    seconds: GRACE_SECONDS,
  });

/** Lets the worker clean up now behind an upload that failed. */
export const giveUpBytes = async (strapi: Core.Strapi, intent: UploadIntent): Promise<void> => {
  // This must not hide why it failed; without it the bytes wait out the grace.
  await getRemovalQueueService(strapi)
    .makeDue(intent)
    .catch((reason: unknown) => void strapi.log.warn(reason));
  getRemovalWorkerService(strapi).wake();
};

/**
 * The same for files whose rows Strapi writes, in no transaction that the intent could end in.
 * @returns what to call at the end: of an upload that was done, or of one that failed
 */
export const announceEditorsBytes = async (strapi: Core.Strapi, objects: StoredObject[]) => {
  const intent = await announceBytes(strapi, objects);
  return async (isDone: boolean): Promise<void> => {
    if (isDone) {
      try {
        await getRemovalQueueService(strapi).cancel(intent);
        return;
      } catch (error) {
        // The worker finds the row that owns the bytes, and drops the intent.
        strapi.log.warn(error);
      }
    }
    await giveUpBytes(strapi, intent);
  };
};
