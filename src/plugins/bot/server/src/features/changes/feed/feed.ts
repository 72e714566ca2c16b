import type { FeedItem } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { serviceOf } from '../../../core/service';
import { START, type ChangeCursor } from '../../../core/protocol/cursor';
import { protocolError } from '../../../core/protocol/errors';
import { changesFrom, toItem, type ChangeRow } from '../rows';

import { getChangeSequenceService } from './sequence';

/** A part of the feed, the oldest change first. */
export interface FeedPage {
  items: FeedItem[];
  /** Where to go on: behind the last item, or where this page began if there is none. */
  next: ChangeCursor;
  /** Whether there are more items already. */
  more: boolean;
}

const cursorOf = ({ number, document_id: change }: ChangeRow): ChangeCursor => ({ number, change });

const expired = () =>
  protocolError('cursor-expired', {
    details: {
      hint: 'Ask for after=latest and keep its "next", then read the whole list of publications, then go on from there',
    },
  });

/** Tells what has changed since, in the order of the numbers: see `features/changes/feed/sequence.ts`. */
export const createChangeFeedService = ({ strapi }: { strapi: Core.Strapi }) => {
  /** Removes the row of the cursor itself. @throws `cursor-expired` if rows behind it are missing, or another history */
  const behind = (cursor: ChangeCursor, rows: ChangeRow[]): ChangeRow[] => {
    const [first, ...others] = rows;
    if (first?.number === cursor.number && first.document_id === cursor.change) {
      return others;
    }
    const isNext = first?.number === cursor.number + 1;
    if (isNext || (first === undefined && cursor.number === START.number)) {
      return rows;
    }
    throw expired();
  };

  return {
    /** The changes after a cursor; without one, all that are kept. @throws `cursor-expired` */
    async page(after: ChangeCursor | undefined, limit: number): Promise<FeedPage> {
      await getChangeSequenceService(strapi).number();
      // The change of the cursor, and one more, which tells whether there are others.
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

    /** Where the feed ends now. */
    async latest(): Promise<FeedPage> {
      const sequence = getChangeSequenceService(strapi);
      await sequence.number();
      const [row] = await changesFrom(strapi, Math.max(1, await sequence.last()), 1);
      return { items: [], next: row === undefined ? START : cursorOf(row), more: false };
    },
  };
};

export const getChangeFeedService = serviceOf<typeof createChangeFeedService>('changeFeed');
