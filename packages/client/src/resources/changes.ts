import type { ChangeType, FeedItem } from '@fleet-bot/protocol';

import { readText, replaceText } from '../files';
import type { Call, CallOptions } from '../http/call';
import { BotError } from '../http/errors';
import { pause } from '../http/retry';

/** Storage for the cursor up to which a bot has read. */
export interface CursorStore {
  load: () => Promise<string | undefined>;
  save: (cursor: string) => Promise<void>;
}

export interface ReadOptions extends CallOptions {
  /** Start: an earlier cursor, `latest`, or undefined for all stored changes. */
  after?: string;
  /** Storage for the cursor, instead of `after`. */
  cursor?: CursorStore;
  /** Only changes of these types. */
  types?: readonly ChangeType[];
  /** Changes per request; after a crash, at most as many are repeated. Default 100. */
  limit?: number;
  /**
   * Called when changes have expired that were not read. Must read the site's content anew. Later changes follow
   * afterwards.
   */
  onExpired?: () => Promise<void>;
}

export interface FollowOptions extends ReadOptions {
  /** Milliseconds between two requests when there is nothing new. Default 5,000. */
  interval?: number;
}

/** Stores a cursor in a file. */
export const fileCursor = (path: string): CursorStore => ({
  load: async () => (await readText(path)).trim() || undefined,
  save: (cursor) => replaceText(path, `${cursor}\n`),
});

/** Creates the methods for the changes feed. They throw `BotError`. */
export const createChanges = (call: Call) => {
  const page = async ({ limit, signal }: ReadOptions, after?: string) =>
    (await call('listChanges', { query: { after, limit }, signal })).body;

  /** Page after a cursor. If the cursor has expired, calls `onExpired` and returns the changes since then. */
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
      // The consumer has processed the yielded changes when it asks for the next one.
      if (next !== after) await cursor?.save(next);
      after = next;
      if (!more && !isFollowing) return;
      if (!more) await pause(interval, signal);
    }
  }

  return {
    /** Yields all stored changes, oldest first, and ends. */
    read: (options: ReadOptions = {}) => read(options, false),
    /** Yields all stored changes and then new ones, until `signal` aborts. */
    follow: (options: FollowOptions = {}) => read(options, true),
    /** Cursor after the newest change. */
    latest: async (options: CallOptions = {}): Promise<string> =>
      (await page(options, 'latest')).next,
  };
};
