import { AsyncResource } from 'node:async_hooks';

import type { Core } from '@strapi/strapi';

import { getService } from './lookup';
import type { Removal } from './removal-queue';

/** Rows taken from the table at a time. */
const BATCH = 50;
/** A claimed row is free again after this, should the worker die. */
const LEASE_MILLISECONDS = 5 * 60_000;
/** How long pokes are gathered: removals that come together cost a few statements for all. */
const GATHER_MILLISECONDS = 100;
/** How often the table is looked at when nobody pokes. */
const INTERVAL_MILLISECONDS = 30_000;
const FIRST_PAUSE_MILLISECONDS = 5_000;
const LONGEST_PAUSE_MILLISECONDS = 3_600_000;
/** Tries before a person is asked: about half a day of them. */
const ATTEMPTS = 20;

const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_MILLISECONDS);

/**
 * Removes bytes from storage, after the transaction that gave them up has committed.
 * Correctness rests on the table alone: a poke only makes it happen sooner.
 */
export const createRemovalWorkerService = ({ strapi }: { strapi: Core.Strapi }) => {
  const queue = () => getService(strapi, 'removalQueue');

  let timer: NodeJS.Timeout | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let pokedAgain = false;

  const removeBytes = async ({ provider, objects }: Removal): Promise<void> => {
    const storage = getService(strapi, 'storage');
    if (provider !== storage.provider) {
      throw new Error(
        `the bytes are with provider "${provider}", configured is "${storage.provider}"`
      );
    }
    await storage.remove(objects);
  };

  const putBack = async (removal: Removal, reason: string): Promise<void> => {
    if (removal.attempts >= ATTEMPTS) {
      strapi.log.error(`Bot removal ${removal.id} is given up after ${ATTEMPTS} tries: ${reason}`);
      await queue().giveUp(removal, reason);
      return;
    }
    strapi.log.warn(`Bot removal ${removal.id} failed and will be tried again: ${reason}`);
    await queue().postpone(removal, new Date(Date.now() + pauseAfter(removal.attempts)), reason);
  };

  /** @returns whether storage has forgotten the bytes */
  const work = async (removal: Removal): Promise<boolean> => {
    try {
      await removeBytes(removal);
      return true;
    } catch (error) {
      await putBack(removal, error instanceof Error ? error.message : String(error));
      return false;
    }
  };

  /** Only a database that was restored from a backup can have owners. Their files come first. */
  const dropOwned = async (claimed: Removal[]): Promise<Removal[]> => {
    const owned = await queue().findOwned(claimed);
    for (const { id } of owned) {
      strapi.log.warn(`Bot removal ${id} is dropped: a file in the library owns its bytes`);
    }
    await queue().settle(owned);
    return claimed.filter((removal) => !owned.includes(removal));
  };

  const workOn = async (claimed: Removal[], until: Date): Promise<void> => {
    const settled: Removal[] = [];
    for (const removal of await dropOwned(claimed)) {
      // What is not reached in time is due again, here or elsewhere.
      if (Date.now() < until.getTime() && (await work(removal))) {
        settled.push(removal);
      }
    }
    await queue().settle(settled);
  };

  const drain = async (): Promise<void> => {
    let claimed: Removal[];
    do {
      const until = new Date(Date.now() + LEASE_MILLISECONDS);
      claimed = await queue().claimDue(BATCH, until);
      if (claimed.length > 0) {
        await workOn(claimed, until);
      }
    } while (claimed.length === BATCH);
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
        gathering ??= setTimeout(() => {
          gathering = undefined;
          context.runInAsyncScope(() => void run());
        }, GATHER_MILLISECONDS);
      }
    },

    /** Works on everything that is due, here and now. */
    drain,

    /** Stops the worker and waits for the drain that is under way. */
    async stop(): Promise<void> {
      clearInterval(timer);
      clearTimeout(gathering);
      timer = undefined;
      gathering = undefined;
      await running;
    },
  };
};

export type RemovalWorkerService = ReturnType<typeof createRemovalWorkerService>;
