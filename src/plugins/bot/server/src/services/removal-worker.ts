import { AsyncResource } from 'node:async_hooks';

import type { Core } from '@strapi/strapi';

import { getService } from './lookup';
import type { Removal } from './removal-queue';

/** Rows taken from the table at a time. */
const BATCH = 50;
/** A claimed row is free again after this, should the worker die. */
const LEASE_MILLISECONDS = 5 * 60_000;
/** How often the table is looked at when nobody pokes. */
const INTERVAL_MILLISECONDS = 30_000;
const FIRST_PAUSE_MILLISECONDS = 5_000;
const LONGEST_PAUSE_MILLISECONDS = 3_600_000;
/** Tries before a person is asked: about half a day of them. */
const ATTEMPTS = 20;

const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** attempts, LONGEST_PAUSE_MILLISECONDS);

/**
 * Removes bytes from storage, after the transaction that gave them up has committed.
 * Correctness rests on the table alone: a poke only makes it happen sooner.
 */
export const createRemovalWorkerService = ({ strapi }: { strapi: Core.Strapi }) => {
  const queue = () => getService(strapi, 'removalQueue');

  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let pokedAgain = false;

  const removeBytes = async (removal: Removal): Promise<void> => {
    if (await queue().isOwned(removal)) {
      // Only a database that was restored from a backup can say so. Its files come first.
      strapi.log.warn(`Bot removal ${removal.id} is dropped: a file in the library owns its bytes`);
      return;
    }
    const { provider, objects } = removal;
    const storage = getService(strapi, 'storage');
    if (provider !== storage.provider) {
      throw new Error(
        `the bytes are with provider "${provider}", configured is "${storage.provider}"`
      );
    }
    for (const object of objects) {
      await storage.remove(object);
    }
  };

  const putBack = async (removal: Removal, reason: string): Promise<void> => {
    if (removal.attempts + 1 >= ATTEMPTS) {
      strapi.log.error(`Bot removal ${removal.id} is given up after ${ATTEMPTS} tries: ${reason}`);
      await queue().giveUp(removal, reason);
      return;
    }
    strapi.log.warn(`Bot removal ${removal.id} failed and will be tried again: ${reason}`);
    await queue().postpone(removal, new Date(Date.now() + pauseAfter(removal.attempts)), reason);
  };

  const work = async (removal: Removal): Promise<void> => {
    if (!(await queue().claim(removal, new Date(Date.now() + LEASE_MILLISECONDS)))) {
      return;
    }
    try {
      await removeBytes(removal);
    } catch (error) {
      await putBack(removal, error instanceof Error ? error.message : String(error));
      return;
    }
    await queue().settle(removal);
  };

  const drain = async (): Promise<void> => {
    let due: Removal[];
    do {
      due = await queue().findDue(BATCH);
      for (const removal of due) {
        await work(removal);
      }
    } while (due.length === BATCH);
  };

  /** One drain at a time; a poke during one starts another behind it. */
  const run = (): Promise<void> => {
    if (running !== undefined) {
      pokedAgain = true;
      return running;
    }
    pokedAgain = false;
    running = drain()
      .catch((error: unknown) => strapi.log.error(error))
      .then(() => {
        running = undefined;
        return pokedAgain ? run() : undefined;
      });
    return running;
  };

  // Strapi keeps the open transaction in an AsyncLocalStorage. A drain must not inherit the
  // one of the request that poked it, so it runs in the context in which the worker was made.
  const context = new AsyncResource('BotRemovalWorker');

  return {
    /** Starts the worker, which first finishes what an earlier run of the site left. */
    start(): void {
      timer = setInterval(() => void run(), INTERVAL_MILLISECONDS);
      timer.unref();
      running = queue()
        .freeLeases(new Date(Date.now() + LEASE_MILLISECONDS))
        .catch((error: unknown) => strapi.log.error(error))
        .then(() => {
          running = undefined;
          return run();
        });
    },

    /** Says that there may be work. Returns at once, never throws. */
    poke(): void {
      if (timer !== undefined) {
        setImmediate(() => context.runInAsyncScope(() => void run()));
      }
    },

    /** Works on everything that is due, here and now. */
    drain,

    /** Stops the worker and waits for the drain that is under way. */
    async stop(): Promise<void> {
      clearInterval(timer);
      timer = undefined;
      await running;
    },
  };
};

export type RemovalWorkerService = ReturnType<typeof createRemovalWorkerService>;
