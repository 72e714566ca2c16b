import { setTimeout as pause } from 'node:timers/promises';

import type { FeedItem, FeedPage } from '../../changes/feed-of';
import type { Random } from '../../support/random';
import type { SendWithRetries } from '../send-with-retries';
import { expecting, type Ledger } from '../ledger';

/** Maximum pause between two requests, in milliseconds. */
const PATIENCE = 300;
/** Maximum items of a page; small, so that pages end at arbitrary points. */
const PAGE = 20;
/** Maximum page size of the feed. */
const LARGEST_PAGE = 1_000;

interface Tools {
  request: SendWithRetries;
  ledger: Ledger;
  random: Random;
}

/** A program that reads the feed of changes from the start, and continues at its last position. */
export const createFeedReader = ({ request, ledger, random }: Tools) => {
  const read: FeedItem[] = [];
  let next: string | undefined;
  const isExpected = expecting(ledger);

  const readPage = async (after: string | undefined, limit: number): Promise<FeedPage> => {
    const query = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
    const answer = await request({
      method: 'GET',
      path: `/api/bot/changes?limit=${limit}${query}`,
    });
    return isExpected(answer, 200, `changes after ${after ?? 'the beginning'}`)
      ? (answer.body as FeedPage)
      : { items: [], next: after ?? '', more: false };
  };

  const readOn = async (): Promise<boolean> => {
    const page = await readPage(next, random.between(1, PAGE));
    read.push(...page.items);
    next = page.next;
    return page.more;
  };

  return {
    /** Reads new changes until `isOver`. */
    async work(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        if (!(await readOn())) await pause(random.between(0, PATIENCE));
      }
    },

    /** Reads to the end of the feed. @returns all changes since the start */
    async finish(): Promise<FeedItem[]> {
      while (await readOn());
      return read;
    },

    /** Reads the whole feed again. */
    async readAgain(): Promise<FeedItem[]> {
      const items: FeedItem[] = [];
      let after: string | undefined;
      for (;;) {
        const page = await readPage(after, LARGEST_PAGE);
        items.push(...page.items);
        after = page.next;
        if (!page.more) return items;
      }
    },
  };
};

export type FeedReader = ReturnType<typeof createFeedReader>;
