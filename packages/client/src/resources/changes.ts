import type { ChangeType, FeedItem } from '@fleet-bot/protocol';

import { readText, replaceText } from '../files';
import type { Call, CallOptions } from '../http/call';
import { BotError } from '../http/errors';
import { pause } from '../http/retry';

/** Where a bot keeps how far it has read. */
export interface CursorStore {
  load: () => Promise<string | undefined>;
  save: (cursor: string) => Promise<void>;
}

export interface ReadOptions extends CallOptions {
  /** Where to begin: the cursor of before, `latest`, or nothing for all that is kept. */
  after?: string;
  /** Keeps the cursor, in place of `after`. */
  cursor?: CursorStore;
  /** Only changes of these types. */
  types?: readonly ChangeType[];
  /** Changes that are fetched at once: as many may come again after a crash. Default 100. */
  limit?: number;
  /**
   * Called when changes are no longer kept that were not read: reads the site anew. What changes meanwhile is told
   * after it.
   */
  onExpired?: () => Promise<void>;
}

export interface FollowOptions extends ReadOptions {
  /** Milliseconds between two looks when nothing is new. Default 5,000. */
  interval?: number;
}

/** Keeps a cursor in a file. */
export const fileCursor = (path: string): CursorStore => ({
  load: async () => (await readText(path)).trim() || undefined,
  save: (cursor) => replaceText(path, `${cursor}\n`),
});

export const createChanges = (call: Call) => {
  const page = async ({ limit, signal }: ReadOptions, after?: string) =>
    (await call('listChanges', { query: { after, limit }, signal })).body;

  /** The page after a cursor; if that has expired, what `onExpired` leaves to tell. */
  const pageAfter = async (options: ReadOptions, after?: string) => {
    try {
      return await page(options, after);
    } catch (error) {
      const isExpired = error instanceof BotError && error.code === 'cursor-expired';
      if (!isExpired || options.onExpired === undefined) throw error;
      const latest = await page(options, 'latest');
      await options.onExpired();
      return latest;
    }
  };

  async function* read(options: FollowOptions, isFollowing: boolean): AsyncGenerator<FeedItem> {
    const { cursor, types, interval = 5_000, signal } = options;
    let after = (await cursor?.load()) ?? options.after;
    for (;;) {
      const { items, next, more } = await pageAfter(options, after);
      yield* items.filter(({ type }) => types?.includes(type) ?? true);
      // What was yielded has been worked off when the next one is asked for.
      if (next !== after) await cursor?.save(next);
      after = next;
      if (!more && !isFollowing) return;
      if (!more) await pause(interval, signal);
    }
  }

  return {
    /** The changes that are there, the oldest first. */
    read: (options: ReadOptions = {}) => read(options, false),
    /** The changes that are there and all that come, until `signal` aborts. */
    follow: (options: FollowOptions = {}) => read(options, true),
    /** The cursor of now. */
    latest: async (options: CallOptions = {}): Promise<string> =>
      (await page(options, 'latest')).next,
  };
};
