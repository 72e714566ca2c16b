/*
 * Relies on: `@strapi/database` 5.54 (since 4.2): stores the open transaction in an AsyncLocalStorage; undocumented
 * Breaks if: Strapi passes the transaction in another way
 * Checked by: `tests/crashes/removals-survive-a-stop.long.test.ts`, `tests/changes/webhooks-arrive.long.test.ts`
 */
import { AsyncResource } from 'node:async_hooks';

import type { Core } from '@strapi/strapi';

import { within } from '../timeout';

import type { Probe } from './probe';

/** A background job that runs while the site runs. */
export interface Worker {
  start(): void | Promise<void>;
  /** Stops the job, and waits up to this number of milliseconds for its current work. */
  stop(milliseconds: number): void | Promise<void>;
}

export interface BackgroundLoopOptions {
  /** Name of the background loop, used as the type of its `AsyncResource` for diagnostics. */
  name: string;
  /** Does all pending work. @returns milliseconds until more work is due, if known */
  work: () => Promise<number | void>;
  onError: (error: unknown) => void;
  /** Milliseconds between two runs of `work` without a call of `wake`. */
  intervalMilliseconds: number;
  /** Milliseconds from a call of `wake` to the run of `work`, to combine further calls. Default: 0. */
  gatherMilliseconds?: number;
}

/**
 * Runs rounds of work regularly, and soon after a call of `wake`. Rounds do not overlap: a call during a round starts
 * another round afterwards.
 */
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

  // A round must not inherit the transaction or the actor of the request that woke it.
  const context = new AsyncResource(name);

  return {
    /**
     * Starts the background loop.
     * @param before runs before the first call of `work`, which happens even if `before` fails
     */
    start(before: () => Promise<void> = async () => undefined): void {
      timer = setInterval(run, intervalMilliseconds);
      timer.unref();
      running = before()
        .catch(onError)
        .then(() => round(work));
    },

    /** Requests a call of `work` by the background loop. Returns at once and never throws. */
    wake: (): void => {
      if (timer !== undefined) {
        gathering ??= setTimeout(() => {
          gathering = undefined;
          context.runInAsyncScope(run);
        }, gatherMilliseconds);
      }
    },

    /** Time when the last call of `work` ended; undefined before the first. */
    lookedAt: (): Date | undefined => lookedAt,

    isStarted: (): boolean => timer !== undefined,
    isStopping: (): boolean => isStopping,

    /** Stops the background loop, and waits up to this number of milliseconds for a running call of `work`. */
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

/** Creates a worker that runs regularly without overlap. Errors are logged and the next round retries. */
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
    async stop(timeoutMilliseconds) {
      clearInterval(timer);
      await within(timeoutMilliseconds, Promise.resolve(running));
    },
  };
};

export const BACKGROUND: Probe = {
  name: 'background work outside of the transactions that wake it',
  reliesOn: 'the AsyncLocalStorage of transactions of @strapi/database',
  async verify({ db }) {
    const context = new AsyncResource('probe');
    const isInside = (): boolean => db.inTransaction();
    return db.transaction(async () => isInside() && !context.runInAsyncScope(isInside));
  },
};
