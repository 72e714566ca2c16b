import type { DailyCounts } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { CHANGE_UID } from '../../core/constants';
import { databaseClock } from '../../core/database/clock';
import { knexOf, tableOf } from '../../core/database/connection';
import { getRequestStatisticsService } from '../../core/http';
import { OF_PUBLICATION } from '../changes';

import { createChangeTimes } from './change-times';

const DAYS = 30;
const DAY_MILLISECONDS = 86_400_000;
/** Number of changes to count in one statement, so that a large table does not hold up other requests. */
const AT_ONCE = 50_000;
/** Change events of publications that are counted. The counts have the same names as the events. */
const COUNTED = ['created', 'published'] as const;

interface Row {
  /** Age of the counted changes in whole days before the end of the last day; 0 for changes on the last day. */
  days_before: number | string;
  event: (typeof COUNTED)[number];
  count: number | string;
}

/**
 * Makes the function that counts created and published entries and rejected requests for each of 30 days, oldest first.
 * Its parameter is the end of the last day, because days depend on the time zone of the reader.
 */
export const createDailyCounts = (strapi: Core.Strapi) => {
  const clock = databaseClock(strapi);
  const times = createChangeTimes(strapi);
  const table = tableOf(strapi, CHANGE_UID);

  const countChanges = (end: Date, first: number, last: number): Promise<Row[]> => {
    const knex = knexOf(strapi);
    const seconds = (end.getTime() - Date.now()) / 1000;
    const left = clock.secondsUntil('happened_at');
    return knex(table)
      .select('event', {
        days_before: knex.raw('FLOOR((? - (?)) / 86400)', [seconds, left]),
        count: knex.raw('COUNT(*)'),
      })
      .where('id', '>=', first)
      .where('id', '<', last)
      .whereRaw(OF_PUBLICATION)
      .whereIn('event', COUNTED)
      .groupBy('event', 'days_before');
  };

  const rejectedBetween = (hours: Record<string, number>, from: number, to: number): number =>
    _.sum(
      Object.entries(hours).map(([hour, count]) => {
        const begin = Date.parse(`${hour}:00:00Z`);
        return begin >= from && begin < to ? count : 0;
      })
    );

  return async (end: Date): Promise<DailyCounts[]> => {
    const { rejected } = await getRequestStatisticsService(strapi).read();
    const days = _.range(DAYS, 0).map((before): DailyCounts => {
      const from = end.getTime() - before * DAY_MILLISECONDS;
      const day = new Date(from).toISOString();
      const counts = { created: 0, published: 0 };
      return { day, ...counts, rejected: rejectedBetween(rejected, from, from + DAY_MILLISECONDS) };
    });
    const last = await times.rowAt(end.getTime());
    let id = await times.rowAt(end.getTime() - DAYS * DAY_MILLISECONDS);
    for (; id < last; id += AT_ONCE) {
      const rows = await countChanges(end, id, Math.min(id + AT_ONCE, last));
      for (const { days_before: before, event, count } of rows) {
        const day = days[DAYS - 1 - Number(before)];
        if (day !== undefined) day[event] += Number(count);
      }
    }
    return days;
  };
};
