import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { createLeaseHeartbeat } from '../../core/database/lease-heartbeat';
import { defineQuestion } from '../../core/hooks';
import { serviceOf } from '../../core/service';
import { getStorageService } from '../../core/storage';
import { createBackgroundLoop } from '../../core/strapi/background-loop';
import type { StoredObject } from '../../core/strapi/uploads/stored-object';

import { type Removal, getRemovalQueueService } from './queue';

/**
 * Hook that runs before the worker removes the bytes of claimed removals, so that other features can save bytes that
 * they need.
 * @returns a function that saves the needed bytes of a removal, returns the objects to remove, and throws the errors of
 * the storage
 */
export const beforeRemoval = defineQuestion<
  Removal[],
  Promise<(removal: Removal) => Promise<StoredObject[]>>
>(
  async () =>
    async ({ objects }) =>
      objects
);

/** Maximum number of attempts for a removal, about ten hours with pauses. */
const ATTEMPTS = 20;

const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 3_600;

/** Seconds until the next attempt. @param attempts number of failed attempts */
const nextTry = (attempts: number): number =>
  Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE);

const BATCH = 50;
/** Duration of a claim in seconds, after which other workers may take the row. Renewed while the worker is alive. */
const LEASE_SECONDS = 60;
const LEASE_MILLISECONDS = LEASE_SECONDS * 1000;
/** Delay in milliseconds from a call of `wake` to the work, so that removals added together share a few statements. */
const GATHER_MILLISECONDS = 100;
/** Interval in milliseconds of checks of the table without a call of `wake`. */
const INTERVAL_MILLISECONDS = 30_000;

/**
 * Removes bytes from storage after the commit of the transaction that released them. Only the table matters for
 * correctness; `wake` just starts the work sooner.
 */
export const createRemovalWorkerService = ({ strapi }: { strapi: Core.Strapi }) => {
  const queue = () => getRemovalQueueService(strapi);

  /**
   * Stores the remaining objects of a removal, and the time of the next attempt.
   * @param failure the reason; absent if the worker is stopping
   */
  const putBack = async (removal: Removal, failure?: string): Promise<void> => {
    if (failure === undefined) return queue().postpone(removal, 0);
    const { id, attempts } = removal;
    const isLast = attempts >= ATTEMPTS;
    const fate = isLast ? `is given up after ${ATTEMPTS} tries` : 'failed and will be tried again';
    strapi.log[isLast ? 'error' : 'warn'](`Bot removal ${id} ${fate}: ${failure}`);
    await queue().postpone(
      { ...removal, lastError: failure },
      isLast ? undefined : nextTry(attempts)
    );
  };

  /**
   * Removes the objects of a removal one by one while `mayGoOn` is true.
   * @param assertReachable throws if the storage is unreachable, because all objects would then appear to be missing
   * @param keep saves the objects that the trash needs, and returns the objects to remove
   * @returns the remaining objects, and the failure if there was one
   */
  const work = async (
    removal: Removal,
    assertReachable: () => Promise<void>,
    keep: (removal: Removal) => Promise<StoredObject[]>,
    mayGoOn: () => boolean
  ): Promise<{ left: StoredObject[]; failure?: string }> => {
    const storage = getStorageService(strapi);
    let left = removal.objects;
    try {
      if (removal.provider !== storage.provider) {
        throw new Error(
          `the file is stored with the provider "${removal.provider}", but "${storage.provider}" is configured`
        );
      }
      await assertReachable();
      left = [...(await keep(removal))];
      while (left.length > 0 && mayGoOn()) {
        await storage.remove(left[0]);
        left.shift();
      }
      return { left };
    } catch (error) {
      return { left, failure: error instanceof Error ? error.message : String(error) };
    }
  };

  /** Drops removals whose bytes have an owner. This only happens after the database was restored from a backup. */
  const dropOwned = async (claimed: Removal[]): Promise<Removal[]> => {
    const owned = await queue().findOwned(claimed);
    for (const { id } of owned) {
      strapi.log.warn(
        `Bot removal ${id} was cancelled: a file of the Media Library uses its bytes`
      );
    }
    await queue().complete(owned);
    return claimed.filter((removal) => !owned.includes(removal));
  };

  /** Processes claimed removals. @param until the expiry of the claims, by the clock of this process, unless renewed */
  const workOn = async (claimed: Removal[], until: number): Promise<void> => {
    let heldUntil = until;
    const running = createLeaseHeartbeat<Removal>({
      async renew(removals) {
        const from = Date.now();
        await queue().renew(removals, LEASE_SECONDS);
        heldUntil = from + LEASE_MILLISECONDS;
      },
      seconds: LEASE_SECONDS,
      onError: (error) => strapi.log.warn(error),
    });
    const mayGoOn = (): boolean => !loop.isStopping() && Date.now() < heldUntil;
    const { assertReachable } = getStorageService(strapi);
    const finished: Removal[] = [];
    const untouched: Removal[] = [];
    claimed.forEach((removal) => running.add(removal));
    running.start();
    try {
      const keep = await beforeRemoval.resolve(strapi, claimed);
      const assertOnce = _.once(assertReachable);
      for (const removal of await dropOwned(claimed)) {
        if (!mayGoOn()) {
          untouched.push(removal);
          continue;
        }
        const { left, failure } = await work(removal, assertOnce, keep, mayGoOn);
        if (left.length === 0 && failure === undefined) {
          finished.push(removal);
        } else {
          running.remove(removal);
          await putBack({ ...removal, objects: left }, failure);
        }
      }
      // If the disk was unmounted meanwhile, removed objects only appear to be missing.
      if (finished.length > 0) await assertReachable();
      await queue().complete(finished);
      await queue().giveBack(untouched);
    } finally {
      running.stop();
    }
  };

  const drain = async (): Promise<void> => {
    let claimed: Removal[];
    do {
      const from = Date.now();
      claimed = await queue().claimDue(BATCH, LEASE_SECONDS);
      if (claimed.length > 0) {
        await workOn(claimed, from + LEASE_MILLISECONDS);
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
    /** Starts the worker, which first finishes the work of an earlier run of the site. */
    start(): void {
      loop.start(() => queue().freeLeases(LEASE_SECONDS));
    },

    /** Notifies the worker of possible work. Returns immediately and never throws. */
    wake: (): void => loop.wake(),

    lookedAt: loop.lookedAt,

    drain,

    /**
     * Stops the worker between two objects, after waiting up to the given milliseconds for the current one. The
     * remaining objects are removed after the next start, or by another instance.
     */
    stop: (milliseconds: number): Promise<void> => loop.stop(milliseconds),
  };
};

export const getRemovalWorkerService =
  serviceOf<typeof createRemovalWorkerService>('removalWorker');
