import type { Core } from '@strapi/strapi';

import { CHANGE_UID } from '../../core/constants';
import { databaseClock } from '../../core/database/clock';
import { knexOf, tableOf } from '../../core/database/connection';

/**
 * Minimum age in milliseconds of a time for which the row id of the first change is cached. For a younger time, this
 * row id is not final, because an open transaction may still commit an earlier change. Transactions that stay open
 * longer are ignored.
 */
const SETTLED_MILLISECONDS = 10 * 60_000;
/** Maximum number of points in time whose row id in the change table is cached. */
const REMEMBERED = 64;

interface Row {
  id: number;
  /** Time of the change, in seconds after the current time of the database; negative for past changes. */
  seconds_left: number | string;
}

/** Finds times in the change table by a binary search of its ids, because an index of times would slow down each write. */
export const createChangeTimes = (strapi: Core.Strapi) => {
  const clock = databaseClock(strapi);
  const changes = () => knexOf(strapi)(tableOf(strapi, CHANGE_UID));
  const known = new Map<number, number>();

  const firstFrom = async (id: number): Promise<Row | undefined> =>
    changes()
      .where('id', '>=', id)
      .orderBy('id')
      .first('id', { seconds_left: clock.secondsUntil('happened_at') });

  const search = async (milliseconds: number): Promise<number> => {
    // Two separate subqueries, because SQLite reads the whole table for a minimum and a maximum together.
    const ends: { first?: number | null; last?: number | null } | undefined = await knexOf(
      strapi
    ).first({
      first: changes().min('id'),
      last: changes().max('id'),
    });
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
    /** Returns the id of the first change at or after a time in milliseconds, or the last id plus one if there is none. */
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
