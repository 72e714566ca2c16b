import { randomUUID } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { createBackgroundLoop } from '../../../core/strapi/background-loop';
import { within } from '../../../core/timeout';
import { getChangeSequenceService } from '../feed/sequence';

import { createReaderCursors, LEASE_SECONDS } from './cursor';

/** How long wakes are gathered: changes that come together are told in one batch. */
const GATHER_MILLISECONDS = 20;
/** A lease is renewed this often in the time for which it is good. */
const BEATS = 3;

/** Somebody who is told what the table of changes says, from a place of its own. */
export interface Reader {
  /** What it is known by in the table of readers. */
  key: string;
  /** Whether there may be something to tell: a look, without a lease. @param newest the number of the newest change */
  hasWork(newest: number): Promise<boolean>;
  /** Tells one batch, for the holder of the lease. @returns whether there may be more */
  tellSome(lease: string, mayGoOn: () => boolean): Promise<boolean>;
  close?(): void;
}

/**
 * Tells readers of changes. One instance at a time tells a reader, by a lease that others take over when it
 * dies. Correctness rests on the tables alone; `wake` only makes it sooner.
 * @param intervalMilliseconds how often to look for changes of other instances and for retries
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

  /** The number of the newest change, once all that have committed have one. */
  const newest = async (): Promise<number> => {
    const sequence = getChangeSequenceService(strapi);
    await sequence.number();
    return sequence.last();
  };

  /** Tells a reader all that there is for it, for as long as this instance has it. */
  const drain = async (reader: Reader): Promise<void> => {
    const { key } = reader;
    if (loop.isStopping() || !(await cursors.claim(key, lease))) {
      return;
    }
    const beat = setInterval(
      () => void cursors.claim(key, lease).catch(warn),
      (LEASE_SECONDS * 1000) / BEATS
    );
    try {
      while (!loop.isStopping() && (await reader.tellSome(lease, () => !loop.isStopping()))) {
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
      // A reader that is slow keeps nobody from telling the others.
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
    /** Starts to tell what changes from now on; without readers it does nothing. */
    async start(): Promise<void> {
      readers = createReaders();
      if (readers.length === 0) {
        return;
      }
      const last = await newest();
      for (const { key } of readers) {
        await cursors.begin(key, last);
      }
      loop.start();
    },

    /** Whether there is somebody to be told by this instance. */
    isRunning: loop.isStarted,

    /** Says that there may be something to tell. Returns at once, never throws. */
    wake: loop.wake,

    /** Stops between two batches, and waits for those under way; what is told but not stored is told again. */
    async stop(milliseconds: number): Promise<void> {
      await Promise.all([
        loop.stop(milliseconds),
        within(milliseconds, Promise.all(running.values())),
      ]);
      readers.forEach((reader) => reader.close?.());
    },
  };
};
