import type { PanelPage, RefusedRequest, TimelineChange, TimelineItem } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { CHANGE_UID } from '../../core/constants';
import { knexOf, tableOf, toDate } from '../../core/database/connection';
import { getRequestStatisticsService } from '../../core/http';
import { OF_PUBLICATION, toItem, type ChangeRow } from '../changes';
import { titleHas } from '../publications';

import { createChangeTimes } from './change-times';
import { REFUSED, RESTORED, type TimelineQuery } from './query';

const SHOWN = 50;
/**
 * Maximum number of changes searched to fill one page of the timeline. A site with a million publications may have more
 * than 100,000 changes a day.
 */
const LOOKED_AT = 20_000;

/**
 * Makes the function that lists changes and rejected requests between two times, newest first. With a rare filter,
 * a page may be short or empty and still have a next page.
 */
export const createTimeline = (strapi: Core.Strapi) => {
  const times = createChangeTimes(strapi);
  const table = tableOf(strapi, CHANGE_UID);
  const changes = () => knexOf(strapi)<ChangeRow>(table);
  /** SQL condition: the change created a publication that had been deleted before. */
  const isRestored = () =>
    knexOf(strapi).raw(
      `(?? = ? AND EXISTS (SELECT 1 FROM ?? gone WHERE ${OF_PUBLICATION} AND gone.subject = ??
        AND gone.event = ? AND gone.id < ??))`,
      [`${table}.event`, 'created', table, `${table}.subject`, 'deleted', `${table}.id`]
    );

  const timeOf = async (id: number): Promise<string | undefined> => {
    const row = await changes().where('id', '>=', id).orderBy('id').first('happened_at');
    return row && toDate(row.happened_at).toISOString();
  };

  /** Rejected requests that match the filters, within the time range of a page. */
  const refusedBetween = async (
    { from, to, kind, who, search, before }: TimelineQuery,
    next: number | null
  ): Promise<RefusedRequest[]> => {
    const all = await getRequestStatisticsService(strapi).refused();
    if (all.length === 0 || (kind ?? REFUSED) !== REFUSED || (who ?? 'bot') !== 'bot') return [];
    const first = (next === null ? undefined : await timeOf(next)) ?? from.toISOString();
    const end = (before === undefined ? undefined : await timeOf(before)) ?? to.toISOString();
    return all.filter(
      ({ id, timestamp, data: { path, code } }) =>
        timestamp >= first &&
        timestamp < end &&
        (search === undefined || id === search || code === search || path.includes(search))
    );
  };

  return async (query: TimelineQuery): Promise<PanelPage<TimelineItem>> => {
    const { from, to, kind, who, search, before } = query;
    if (kind === REFUSED)
      return { items: (await refusedBetween(query, null)).reverse(), next: null };
    const first = await times.rowAt(from.getTime());
    const end = await times.rowAt(to.getTime());
    const top = Math.min(end, before ?? end);
    const bottom = Math.max(first, top - LOOKED_AT);
    const found = changes()
      .select('*', knexOf(strapi).raw('? AS restored', [isRestored()]))
      .where('id', '>=', bottom)
      .where('id', '<', top)
      .orderBy('id', 'desc')
      .limit(SHOWN + 1);
    if (kind === RESTORED) void found.where(isRestored());
    else if (kind !== undefined) {
      const [of, event] = kind.split('.') as [ChangeRow['kind'], ChangeRow['event']];
      void found.where({ kind: of, event });
    }
    if (who !== undefined) void found.where({ who });
    if (search !== undefined) {
      void found.where((either) =>
        either
          .whereRaw(...titleHas(search))
          .orWhere({ subject: search })
          .orWhere({ external_id: search })
          .orWhere({ request_id: search })
      );
    }
    if (kind === 'publication.created') void found.whereNot(isRestored());
    const rows: (ChangeRow & { restored: boolean | number })[] = await found;
    const shown = rows.slice(0, SHOWN);
    const last = rows.length > SHOWN ? shown.at(-1)?.id : bottom;
    const next = last !== undefined && last > first ? last : null;
    const shownChanges = shown.map((row): TimelineChange =>
      row.restored ? { ...toItem(row), type: RESTORED } : toItem(row)
    );
    const items = [...shownChanges, ...(await refusedBetween(query, next))];
    return { items: _.orderBy(items, 'timestamp', 'desc'), next };
  };
};
