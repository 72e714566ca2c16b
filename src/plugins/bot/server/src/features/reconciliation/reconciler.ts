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

/** Maximum number of removals of stored bytes to list in a reconciliation plan, for each state. */
const LISTED = 1_000;

/**
 * Number of unowned objects in one removal entry. An object that the storage rejects delays the objects after it in the
 * entry.
 */
const REMOVED_AT_ONCE = 20;

/** Age in milliseconds below which an object may belong to a running upload. */
const GRACE_MILLISECONDS = 60 * 60_000;

/** Leftovers of a crash or of a storage failure. */
export interface ReconciliationPlan {
  /** Removals that are due now. */
  due: Removal[];
  /** Removals that are due later, because the upload may still be running or the next attempt must wait. */
  later: Removal[];
  /** Removals that were given up, and that `run` retries. */
  stuck: Removal[];
  temporaryDirectories: string[];
  /** Files of publications deleted with SQL, which nothing else uses. */
  leftFiles: LeftFile[];
  /** Differences between rows and storage, or why they could not be compared. */
  storage: StorageComparison | { obstacle: string };
}

/** The differences between rows and storage that an administrator has chosen to resolve. */
export type Choice = Partial<Pick<StorageComparison, 'found' | 'unowned'>>;

/**
 * Removes leftovers of a crash, found by records that this plugin wrote before it changed any bytes. The worker does
 * the same in small steps, at start and every half minute.
 *
 * Also reports differences between rows and storage, which result from restoring the database or the files from a
 * backup. These differences are resolved only on request, because only a person knows which side is right, and whether
 * another site stores files in the same place.
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
      // Providers use only the name; the type does not matter for a removal.
      const objects = chunk.map(({ hash, ext }) => ({
        hash,
        ext,
        mime: 'application/octet-stream',
      }));
      await queue().add({ provider, objects });
    }
  };

  return {
    /** Lists what `run` would do, and the differences between rows and storage. */
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
     * Removes everything that is due, and retries removals that were given up.
     * @param chosen parts of a plan to resolve: bytes to copy to the locations that their rows expect, and objects
     *   to remove from storage. The removal worker checks again that no row owns these.
     */
    async run({ found = [], unowned = [] }: Choice = {}): Promise<void> {
      await putBack(found);
      await queueRemovals(unowned);
      await temporary().sweep();
      await getIdempotencyService(strapi).sweep();
      await queue().retry();
      await settling.emit(strapi);
      await getRemovalWorkerService(strapi).drain();
    },
  };
};

export const getReconcilerService = serviceOf<typeof createReconcilerService>('reconciler');
