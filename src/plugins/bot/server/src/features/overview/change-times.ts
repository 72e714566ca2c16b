import type { Core } from '@strapi/strapi';

import { CHANGE_UID } from '../../core/constants';
import { databaseClock } from '../../core/database/clock';
import { query, tableOf, type Knex } from '../../core/database/connection';

/** A transaction that commits later than this is not looked for. */
const SETTLED_MILLISECONDS = 10 * 60_000;
/** Times of which the rows are remembered. */
const REMEMBERED = 64;

interface Row {
  id: number;
  /** Negative for what is past. */
  seconds_left: number | string;
}

/** Finds a time in the table of changes by a binary search of its ids: an index of times would cost each write. */
export const createChangeTimes = (strapi: Core.Strapi) => {
  const clock = databaseClock(strapi);
  const changes = (knex: Knex) => knex(tableOf(strapi, CHANGE_UID));
  const known = new Map<number, number>();

  const firstFrom = async (id: number): Promise<Row | undefined> =>
    query(strapi, (knex) =>
      changes(knex)
        .where('id', '>=', id)
        .orderBy('id')
        .first('id', { seconds_left: clock.secondsUntil(knex, 'happened_at') })
    );

  const search = async (milliseconds: number): Promise<number> => {
    // Each end by itself: SQLite reads the whole table for both at once.
    const ends: { first?: number | null; last?: number | null } | undefined = await query(
      strapi,
      (knex) =>
        knex.first({
          first: changes(knex).min('id'),
          last: changes(knex).max('id'),
        })
    );
    let low = Number(ends?.first ?? 1);
    let high = Number(ends?.last ?? 0) + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const row = await firstFrom(middle);
      const at = row && Date.now() + Number(row.seconds_left) * 1000;
      if (row === undefined || at === undefined || at >= milliseconds) high = middle;
      else low = row.id + 1;
    }
    return low;
  };

  return {
    /** The number of the first row that is not older than this time; of none, one above the last. */
    async rowAt(milliseconds: number): Promise<number> {
      const found = known.get(milliseconds) ?? (await search(milliseconds));
      if (milliseconds < Date.now() - SETTLED_MILLISECONDS) {
        known.set(milliseconds, found);
        const [oldest] = known.keys();
        if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
      }
      return found;
    },
  };
};
