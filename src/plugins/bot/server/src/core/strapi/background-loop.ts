/*
 * Leans on `@strapi/database` 5.54 (since 4.2) keeping the open transaction in an AsyncLocalStorage, which
 * is not documented. `tests/crashes/removals-survive-a-stop.long.test.ts` and `tests/changes/webhooks-arrive.long.test.ts`
 * notice a change.
 */
import { AsyncResource } from 'node:async_hooks';

import type { Core } from '@strapi/strapi';

import { within } from '../timeout';

import type { Probe } from './probe';

/** Something that works beside the requests while the site runs. */
export interface Worker {
  start(): void | Promise<void>;
  /** Stops, and waits for what is under way, for so many milliseconds at most. */
  stop(milliseconds: number): void | Promise<void>;
}

export interface BackgroundLoopOptions {
  /** What its resource is called in a diagnosis. */
  name: string;
  /** Does all that there is to do. @returns the milliseconds until there is more, if that is known */
  work: () => Promise<number | void>;
  onError: (error: unknown) => void;
  /** How often it works when nobody wakes it. */
  intervalMilliseconds: number;
  /** How long wakes are gathered before it works; not at all if it is not said. */
  gatherMilliseconds?: number;
}

/** Works from time to time, and soon after `wake`; one round at a time, one more if woken meanwhile. */
export const createBackgroundLoop = (options: BackgroundLoopOptions) => {
  const { name, work, onError, intervalMilliseconds, gatherMilliseconds = 0 } = options;
  let timer: NodeJS.Timeout | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let next: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWokenAgain = false;
  let isStopping = false;
  let lookedAt: Date | undefined;

  const round = (does: BackgroundLoopOptions['work']): Promise<void> => {
    isWokenAgain = false;
    running = does()
      .catch(onError)
      .then((milliseconds) => {
        running = undefined;
        lookedAt = new Date();
        if (isStopping) return undefined;
        if (isWokenAgain) return round(work);
        clearTimeout(next);
        if (typeof milliseconds === 'number' && milliseconds < intervalMilliseconds) {
          next = setTimeout(run, milliseconds).unref();
        }
        return undefined;
      });
    return running;
  };

  const run = (): void => {
    if (running === undefined) {
      void round(work);
    } else {
      isWokenAgain = true;
    }
  };

  // A round must not inherit the transaction of the request that woke it, nor the name of who did.
  const context = new AsyncResource(name);

  return {
    /** @param before done first, whether or not it fails */
    start(before: () => Promise<void> = async () => undefined): void {
      timer = setInterval(run, intervalMilliseconds);
      timer.unref();
      running = before()
        .catch(onError)
        .then(() => round(work));
    },

    /** Says that there may be work. Returns at once, never throws. */
    wake: (): void => {
      if (timer !== undefined) {
        gathering ??= setTimeout(() => {
          gathering = undefined;
          context.runInAsyncScope(run);
        }, gatherMilliseconds);
      }
    },

    /** When the last round has ended. */
    lookedAt: (): Date | undefined => lookedAt,

    isStarted: (): boolean => timer !== undefined,
    isStopping: (): boolean => isStopping,

    /** Begins no round any more, and waits for the one under way, for so many milliseconds at most. */
    stop: async (milliseconds: number): Promise<void> => {
      isStopping = true;
      clearInterval(timer);
      clearTimeout(gathering);
      clearTimeout(next);
      timer = undefined;
      gathering = undefined;
      await within(milliseconds, Promise.resolve(running));
    },
  };
};

/** Works from time to time, one round at a time; what a round throws is logged, and the next one tries again. */
export const createPeriodicWorker = (
  strapi: Core.Strapi,
  milliseconds: number,
  work: () => Promise<void>
): Worker => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  return {
    start() {
      timer = setInterval(() => {
        running ??= work()
          .catch((error: unknown) => void strapi.log.warn(error))
          .finally(() => {
            running = undefined;
          });
      }, milliseconds).unref();
    },
    async stop(patience) {
      clearInterval(timer);
      await within(patience, Promise.resolve(running));
    },
  };
};

export const BACKGROUND: Probe = {
  name: 'background work outside of the transactions that wake it',
  leansOn: 'the AsyncLocalStorage of transactions of @strapi/database',
  async works({ db }) {
    const context = new AsyncResource('probe');
    const isInside = (): boolean => db.inTransaction();
    return db.transaction(async () => isInside() && !context.runInAsyncScope(isInside));
  },
};
