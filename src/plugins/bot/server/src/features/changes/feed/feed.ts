import type { FeedItem } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { serviceOf } from '../../../core/service';
import { START, type ChangeCursor } from '../../../core/protocol/cursor';
import { protocolError } from '../../../core/protocol/errors';
import { changesFrom, toItem, type ChangeRow } from '../rows';

import { getChangeSequenceService } from './sequence';

/** A page of the change feed, oldest change first. */
export interface FeedPage {
  items: FeedItem[];
  /** Position after the last item, or the start of the page if it is empty. */
  next: ChangeCursor;
  /** Whether the feed already has more items. */
  more: boolean;
}

const cursorOf = ({ number, document_id: change }: ChangeRow): ChangeCursor => ({ number, change });

const expired = () =>
  protocolError('cursor-expired', {
    details: {
      hint: 'Ask for after=latest and keep its "next", then read the whole list of publications, then go on from there',
    },
  });

/** Provides the changes after a position, in the order of their numbers: see `features/changes/feed/sequence.ts`. */
export const createChangeFeedService = ({ strapi }: { strapi: Core.Strapi }) => {
  /**
   * Returns the rows after the cursor. If the first row is the cursor's own change, it is omitted.
   * @throws `cursor-expired` if the first row is neither the cursor's change nor the change with the next number
   */
  const behind = (cursor: ChangeCursor, rows: ChangeRow[]): ChangeRow[] => {
    const [first, ...others] = rows;
    if (first?.number === cursor.number && first.document_id === cursor.change) return others;
    const isNext = first?.number === cursor.number + 1;
    if (isNext || (first === undefined && cursor.number === START.number)) return rows;
    throw expired();
  };

  return {
    /** Changes after a cursor; without one, all stored changes. @throws `cursor-expired` */
    async page(after: ChangeCursor | undefined, limit: number): Promise<FeedPage> {
      await getChangeSequenceService(strapi).number();
      // Reads the cursor's own change, and one more than the limit to determine `more`.
      const rows = await changesFrom(strapi, Math.max(1, after?.number ?? 0), limit + 2);
      const found = after === undefined ? rows : behind(after, rows);
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        items: page.map(toItem),
        next: last === undefined ? (after ?? START) : cursorOf(last),
        more: found.length > limit,
      };
    },

    /** The current end of the feed, without items. */
    async latest(): Promise<FeedPage> {
      const sequence = getChangeSequenceService(strapi);
      await sequence.number();
      const [row] = await changesFrom(strapi, Math.max(1, await sequence.last()), 1);
      return { items: [], next: row === undefined ? START : cursorOf(row), more: false };
    },
  };
};

export const getChangeFeedService = serviceOf<typeof createChangeFeedService>('changeFeed');
