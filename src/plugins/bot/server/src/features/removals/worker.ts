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
 * Asked before bytes are removed.
 * @returns what makes sure, of one of the removals, that nothing is lost which is still needed, and gives what may be
 *   removed; it throws what the storage says
 */
export const beforeRemoval = defineQuestion<
  Removal[],
  Promise<(removal: Removal) => Promise<StoredObject[]>>
>(
  async () =>
    async ({ objects }) =>
      objects
);

/** Tries of what storage is asked for, about half a day of them. */
const ATTEMPTS = 20;

const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 3_600;

/** The seconds until it is tried again. @param attempts tries that have failed */
const nextTry = (attempts: number): number =>
  Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE);

const BATCH = 50;
/** Seconds after which a claimed row is free again, should the worker die; renewed, as storage may take minutes. */
const LEASE_SECONDS = 60;
const LEASE_MILLISECONDS = LEASE_SECONDS * 1000;
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

  /** Puts back what is left of a removal. @param failure why, if it is not that the worker has to stop */
  const putBack = async (removal: Removal, failure?: string): Promise<void> => {
    if (failure === undefined) {
      return queue().postpone(removal, 0);
    }
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
   * Removes the objects of a removal, one after the other, for as long as it may.
   * @param assertReachable throws if storage cannot say of an object that it is gone
   * @param keep keeps what it is about first, if that is in the trash, and gives what may go
   * @returns those that storage has not forgotten, and why if that is not for want of time
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
          `the bytes are with provider "${removal.provider}", configured is "${storage.provider}"`
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

  /** Only a database that was restored from a backup can have owners. Their files come first. */
  const dropOwned = async (claimed: Removal[]): Promise<Removal[]> => {
    const owned = await queue().findOwned(claimed);
    for (const { id } of owned) {
      strapi.log.warn(`Bot removal ${id} is dropped: a file in the library owns its bytes`);
    }
    await queue().complete(owned);
    return claimed.filter((removal) => !owned.includes(removal));
  };

  /** @param until when others may take them, by the clock of this process, unless they are renewed */
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
      const keep = await beforeRemoval.ask(strapi, claimed);
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
      // Of a disk that went away meanwhile, nothing that was to be removed is there.
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
    /** Starts the worker, which first finishes what an earlier run of the site left. */
    start(): void {
      loop.start(() => queue().freeLeases(LEASE_SECONDS));
    },

    /** Says that there may be work. Returns at once, never throws. */
    wake: (): void => loop.wake(),

    lookedAt: loop.lookedAt,

    drain,

    /**
     * Stops the worker between two objects, and waits for the one that is under way, for so many
     * milliseconds at most. What is left is done at the next start, or by another instance.
     */
    stop: (milliseconds: number): Promise<void> => loop.stop(milliseconds),
  };
};

export const getRemovalWorkerService =
  serviceOf<typeof createRemovalWorkerService>('removalWorker');
