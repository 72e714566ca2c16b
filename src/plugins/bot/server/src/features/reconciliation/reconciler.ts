import type { Core } from '@strapi/strapi';

import { getTemporaryDirectoryService } from '../../core/bytes/temporary-directory';
import { serviceOf } from '../../core/service';
import { inChunks } from '../../core/database/chunks';
import { getIdempotencyService } from '../../core/http';
import { getStorageAccess, getStorageService } from '../../core/storage';

import { findLeftFiles, type LeftFile } from '../publications';

import type { FoundBytes, UnownedObject } from './find-bytes';
import { getRemovalQueueService, type Removal, getRemovalWorkerService } from '../removals';
import { getStorageComparisonService, type StorageComparison } from './storage-comparison';
import { settling } from './events';

/** Removals that a plan lists at most. */
const LISTED = 1_000;

/** Unowned objects in one removal: a storage that refuses one has them all tried again. */
const REMOVED_AT_ONCE = 20;

/** Stored objects younger than this may belong to an upload that is under way. */
const GRACE_MILLISECONDS = 60 * 60_000;

/** What a crash, or a storage that refused, has left. */
export interface ReconciliationPlan {
  /** Bytes that are removed now. */
  due: Removal[];
  /** Bytes of uploads that may still be running, or removals that wait for their next try. */
  later: Removal[];
  /** Bytes that were given up, and are tried again now. */
  stuck: Removal[];
  temporaryDirectories: string[];
  /** Files of publications that plain SQL has deleted, which nothing uses. */
  leftFiles: LeftFile[];
  /** What rows and storage do not agree on, or why that could not be found out. */
  storage: StorageComparison | { obstacle: string };
}

/** What a person has chosen of what rows and storage do not agree on. */
export type Choice = Partial<Pick<StorageComparison, 'found' | 'unowned'>>;

/**
 * Cleans up what a crash has left: what this plugin has written down itself, before it touched any
 * bytes. The worker does the same in small steps at start and every half minute.
 *
 * It also tells what rows and storage do not agree on, which no crash leaves: a database or files
 * that were restored do. Nothing is done about that unasked, because only a person can know which
 * of the two is the right one, and whether another site keeps its files in the same place.
 */
export const createReconcilerService = ({ strapi }: { strapi: Core.Strapi }) => {
  const queue = () => getRemovalQueueService(strapi);
  const temporary = () => getTemporaryDirectoryService(strapi);

  const compareStorage = async (): Promise<ReconciliationPlan['storage']> => {
    const { provider } = getStorageService(strapi);
    try {
      const comparison = await getStorageComparisonService(strapi).compare(GRACE_MILLISECONDS);
      return comparison ?? { obstacle: `the provider "${provider}" cannot be listed` };
    } catch (error) {
      return { obstacle: error instanceof Error ? error.message : String(error) };
    }
  };

  const putBack = async (found: FoundBytes[]): Promise<void> => {
    const storage = getStorageAccess(strapi);
    for (const { from, to } of found) {
      const source = { ...from, mime: to.mime };
      const sha256 = await storage?.digest(source);
      if (sha256 !== undefined) {
        await storage?.copy(source, to, sha256);
      }
    }
  };

  const queueRemovals = async (unowned: UnownedObject[]): Promise<void> => {
    const { provider } = getStorageService(strapi);
    for (const chunk of inChunks(unowned, REMOVED_AT_ONCE)) {
      // Providers go by name; the type of bytes that are about to go is nobody's concern.
      const objects = chunk.map(({ hash, ext }) => ({
        hash,
        ext,
        mime: 'application/octet-stream',
      }));
      await queue().add({ provider, objects });
    }
  };

  return {
    async plan(): Promise<ReconciliationPlan> {
      const { waiting, stuck } = await queue().overview(LISTED);
      const now = Date.now();
      const isDue = (removal: Removal): boolean => removal.dueAt.getTime() <= now;
      return {
        due: waiting.filter(isDue),
        later: waiting.filter((removal) => !isDue(removal)),
        stuck,
        temporaryDirectories: await temporary().findStale(),
        leftFiles: await findLeftFiles(strapi),
        storage: await compareStorage(),
      };
    },

    /**
     * Removes everything that is due, and gives what was given up another try.
     * @param chosen of a plan, what else is to be done: bytes to be copied to where their rows look for them, and
     *   objects to be removed from storage; the removal worker looks once more that no row owns these
     */
    async run({ found = [], unowned = [] }: Choice = {}): Promise<void> {
      await putBack(found);
      await queueRemovals(unowned);
      await temporary().sweep();
      await getIdempotencyService(strapi).sweep();
      await queue().retry();
      await settling.tell(strapi);
      await getRemovalWorkerService(strapi).drain();
    },
  };
};

export const getReconcilerService = serviceOf<typeof createReconcilerService>('reconciler');
