import { randomUUID } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { createBackgroundLoop } from '../../../core/strapi/background-loop';
import { within } from '../../../core/timeout';
import { getChangeSequenceService } from '../feed/sequence';

import { createReaderCursors, LEASE_SECONDS } from './cursor';

/** Milliseconds to collect changes for a common batch. */
const GATHER_MILLISECONDS = 20;
/** Number of renewals of a lease within its duration. */
const BEATS = 3;

/** A consumer of the table of changes with its own position. */
export interface Reader {
  /** Unique key of this reader's row in the table of reader positions. */
  key: string;
  /**
   * Whether there may be changes for this reader. Called even if another instance delivers to the reader.
   * @param newest number of the newest change
   */
  hasWork(newest: number): Promise<boolean>;
  /**
   * Delivers one batch of changes to this reader. Called by only one instance at a time.
   * @returns whether there may be more changes
   */
  deliverBatch(lease: string, mayGoOn: () => boolean): Promise<boolean>;
  close?(): void;
}

/**
 * Delivers changes to readers, such as webhooks. A lease lets only one instance serve a reader; if this instance dies,
 * the lease expires and another instance takes it. Calls of `wake` are optional: they only reduce the delay.
 * @param intervalMilliseconds interval for changes of other instances and for retries
 */
export const createReaderWorker = (
  strapi: Core.Strapi,
  name: string,
  intervalMilliseconds: number,
  createReaders: () => Reader[]
) => {
  const cursors = createReaderCursors(strapi);
  const lease = randomUUID();
  let readers: Reader[] = [];
  const running = new Map<Reader, Promise<void>>();
  const warn = (error: unknown): void => void strapi.log.warn(error);

  /** Numbers all committed changes, and returns the number of the newest change. */
  const newest = async (): Promise<number> => {
    const sequence = getChangeSequenceService(strapi);
    await sequence.number();
    return sequence.last();
  };

  /** Delivers all changes to a reader while this instance holds its lease. */
  const drain = async (reader: Reader): Promise<void> => {
    const { key } = reader;
    if (loop.isStopping() || !(await cursors.claim(key, lease))) return;
    const beat = setInterval(
      () => void cursors.claim(key, lease).catch(warn),
      (LEASE_SECONDS * 1000) / BEATS
    );
    try {
      while (!loop.isStopping() && (await reader.deliverBatch(lease, () => !loop.isStopping()))) {
        await getChangeSequenceService(strapi).number();
      }
    } finally {
      clearInterval(beat);
      await cursors.release(key, lease);
    }
  };

  const look = async (): Promise<void> => {
    const last = await newest();
    for (const reader of readers) {
      // The delivery is not awaited, so that a slow reader does not delay the others.
      if (!loop.isStopping() && !running.has(reader) && (await reader.hasWork(last))) {
        running.set(
          reader,
          drain(reader)
            .catch(warn)
            .finally(() => running.delete(reader))
        );
      }
    }
  };

  const loop = createBackgroundLoop({
    name,
    work: look,
    onError: warn,
    intervalMilliseconds,
    gatherMilliseconds: GATHER_MILLISECONDS,
  });

  return {
    /** Starts the delivery. New readers get changes from now on. Does nothing without readers. */
    async start(): Promise<void> {
      readers = createReaders();
      if (readers.length === 0) return;
      const last = await newest();
      for (const { key } of readers) {
        await cursors.begin(key, last);
      }
      loop.start();
    },

    /** Whether this worker was started and has readers to deliver changes to. */
    isRunning: loop.isStarted,

    /** Reports that there may be new changes. Returns at once and never throws. */
    wake: loop.wake,

    /**
     * Stops the delivery of changes after the current batches. Deliveries whose result is not yet stored are repeated
     * later.
     */
    async stop(milliseconds: number): Promise<void> {
      await Promise.all([
        loop.stop(milliseconds),
        within(milliseconds, Promise.all(running.values())),
      ]);
      readers.forEach((reader) => reader.close?.());
    },
  };
};
