import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../constants';
import { within } from '../http';
import { getStorageService } from '../materials/storage';
import { createBackgroundLoop } from '../strapi/background-loop';

import { getRemovalQueueService, type Removal } from './queue';
import { assertOwnProvider, ATTEMPTS, nextTry } from './tries';

/** Rows taken from the table at a time. */
const BATCH = 50;
/** A claimed row is free again after this, should the worker die. */
const LEASE_MILLISECONDS = 5 * 60_000;
/** How long wakes are gathered: removals that come together cost a few statements for all. */
const GATHER_MILLISECONDS = 100;
/** How often the table is looked at when nobody wakes the worker. */
const INTERVAL_MILLISECONDS = 30_000;

/**
 * Removes bytes from storage, after the transaction that gave them up has committed.
 * Correctness rests on the table alone: `wake` only makes it happen sooner.
 */
export const createRemovalWorkerService = ({ strapi }: { strapi: Core.Strapi }) => {
  const queue = () => getRemovalQueueService(strapi);

  const putBack = async (removal: Removal, error: unknown): Promise<void> => {
    const lastError = error instanceof Error ? error.message : String(error);
    const { id, attempts } = removal;
    if (attempts >= ATTEMPTS) {
      strapi.log.error(`Bot removal ${id} is given up after ${ATTEMPTS} tries: ${lastError}`);
      await queue().giveUp({ ...removal, lastError });
      return;
    }
    strapi.log.warn(`Bot removal ${id} failed and will be tried again: ${lastError}`);
    await queue().postpone({ ...removal, lastError }, nextTry(attempts));
  };

  /**
   * Removes the objects of a removal, one after the other, for as long as it may.
   * @returns whether storage has forgotten all of them; what is left is in the table again
   */
  const work = async (removal: Removal, mayGoOn: () => boolean): Promise<boolean> => {
    const storage = getStorageService(strapi);
    const left = [...removal.objects];
    try {
      assertOwnProvider(strapi, removal);
      await storage.assertReachable();
      while (left.length > 0 && mayGoOn()) {
        await storage.remove(left[0]);
        left.shift();
      }
    } catch (error) {
      await putBack({ ...removal, objects: left }, error);
      return false;
    }
    if (left.length > 0) {
      await queue().postpone({ ...removal, objects: left }, new Date());
    }
    return left.length === 0;
  };

  /** Only a database that was restored from a backup can have owners. Their files come first. */
  const dropOwned = async (claimed: Removal[]): Promise<Removal[]> => {
    const owned = await queue().findOwned(claimed);
    for (const { id } of owned) {
      strapi.log.warn(`Bot removal ${id} is dropped: a file in the library owns its bytes`);
    }
    await queue().complete(owned);
    return claimed.filter((removal) => !owned.includes(removal));
  };

  const workOn = async (claimed: Removal[], mayGoOn: () => boolean): Promise<void> => {
    const finished: Removal[] = [];
    const untouched: Removal[] = [];
    for (const removal of await dropOwned(claimed)) {
      if (!mayGoOn()) {
        untouched.push(removal);
      } else if (await work(removal, mayGoOn)) {
        finished.push(removal);
      }
    }
    await queue().complete(finished);
    await queue().giveBack(untouched);
  };

  const drain = async (): Promise<void> => {
    let claimed: Removal[];
    do {
      const until = new Date(Date.now() + LEASE_MILLISECONDS);
      claimed = await queue().claimDue(BATCH, until);
      if (claimed.length > 0) {
        await workOn(claimed, () => !loop.isStopping() && Date.now() < until.getTime());
      }
    } while (claimed.length === BATCH && !loop.isStopping());
  };

  const loop = createBackgroundLoop({
    name: 'BotRemovalWorker',
    work: drain,
    onError: (error) => strapi.log.error(error),
    intervalMilliseconds: INTERVAL_MILLISECONDS,
    gatherMilliseconds: GATHER_MILLISECONDS,
  });

  return {
    /** Starts the worker, which first finishes what an earlier run of the site left. */
    start(): void {
      loop.start(() => queue().freeLeases(new Date(Date.now() + LEASE_MILLISECONDS)));
    },

    /** Says that there may be work. Returns at once, never throws. */
    wake: (): void => loop.wake(),

    /** Works on everything that is due, here and now. */
    drain,

    /**
     * Stops the worker between two objects, and waits for the one that is under way, for so many
     * milliseconds at most. What is left is done at the next start, or by another instance.
     */
    async stop(milliseconds: number): Promise<void> {
      await within(milliseconds, Promise.resolve(loop.stop()));
    },
  };
};

export type RemovalWorkerService = ReturnType<typeof createRemovalWorkerService>;

/** Gives this service of a site. */
export const getRemovalWorkerService = (strapi: Core.Strapi): RemovalWorkerService =>
  strapi.plugin(PLUGIN_ID).service('removalWorker');
