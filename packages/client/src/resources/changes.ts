import type { ChangeType, FeedItem } from '@fleet-bot/protocol';

import { readText, replaceText } from '../files';
import type { Call, CallOptions } from '../http/call';
import { BotError } from '../http/errors';
import { pause } from '../http/retry';

/** Storage for the cursor of the last change that a bot has processed. */
export interface CursorStore {
  load: () => Promise<string | undefined>;
  save: (cursor: string) => Promise<void>;
}

export interface ReadOptions extends CallOptions {
  /** Position to start after: an earlier cursor, `latest`, or undefined for all stored changes. */
  after?: string;
  /** Storage for the cursor. A stored cursor takes precedence over `after`. */
  cursor?: CursorStore;
  /** Types of changes to yield. Default: all. */
  types?: readonly ChangeType[];
  /** Changes per request. After a crash, at most this many are yielded again. Default 100. */
  limit?: number;
  /**
   * Called when unread changes have expired. Must read the site's current content completely. Later changes are yielded
   * afterwards. Without this callback, an expired cursor is an error.
   */
  onExpired?: () => Promise<void>;
}

export interface FollowOptions extends ReadOptions {
  /** Milliseconds between two requests while there are no new changes. Default 5,000. */
  interval?: number;
}

/** Creates a store that keeps a cursor in a file. A missing file counts as no cursor. */
export const fileCursor = (path: string): CursorStore => ({
  load: async () => (await readText(path)).trim() || undefined,
  save: (cursor) => replaceText(path, `${cursor}\n`),
});

/** Creates the methods for the changes feed. They throw `BotError`. */
export const createChanges = (call: Call) => {
  const page = async ({ limit, signal }: ReadOptions, after?: string) =>
    (await call('listChanges', { query: { after, limit }, signal })).body;

  /** Reads the page after a cursor. If it has expired, calls `onExpired` and continues at the end of the feed. */
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
      // The consumer has processed all yielded changes once it requests the next one.
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
