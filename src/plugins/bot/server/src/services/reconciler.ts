import type { Core } from '@strapi/strapi';

import { getService } from './lookup';
import type { Removal } from './removal-queue';

/** Removals that a plan lists at most. */
const LISTED = 1_000;

/** What a crash, or a storage that refused, has left. */
export interface ReconciliationPlan {
  /** Bytes that are removed now. */
  due: Removal[];
  /** Bytes of uploads that may still be running, or removals that wait for their next try. */
  later: Removal[];
  /** Bytes that were given up, and are tried again now. */
  stuck: Removal[];
  /** Temporary directories of processes that are gone. */
  temporaryDirectories: string[];
}

/**
 * Settles what a crash has left. It knows only what this plugin has written down itself, before
 * it touched any bytes; a file that is not in its tables is not its business.
 * The worker does the same in small steps at start and every half minute.
 */
export const createReconcilerService = ({ strapi }: { strapi: Core.Strapi }) => {
  const queue = () => getService(strapi, 'removalQueue');
  const temporary = () => getService(strapi, 'temporaryDirectory');

  return {
    /** What `run` would do, without doing it. */
    async plan(): Promise<ReconciliationPlan> {
      const { waiting, stuck } = await queue().overview(LISTED);
      const now = Date.now();
      const isDue = (removal: Removal): boolean => removal.dueAt.getTime() <= now;
      return {
        due: waiting.filter(isDue),
        later: waiting.filter((removal) => !isDue(removal)),
        stuck,
        temporaryDirectories: await temporary().findStale(),
      };
    },

    /** Settles everything that is due, and gives what was given up another try. */
    async run(): Promise<void> {
      await temporary().sweep();
      await getService(strapi, 'idempotency').sweep();
      await queue().revive();
      await getService(strapi, 'removalWorker').drain();
    },
  };
};

export type ReconcilerService = ReturnType<typeof createReconcilerService>;
