import type { FeedItem, Who } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { CHANGE_UID, DAY_MILLISECONDS } from '../../core/constants';
import { serviceOf } from '../../core/service';
import { query, tableOf, type Knex } from '../../core/database/connection';
import { toItem, type ChangeRow } from '../changes';
import { titleHas } from '../publications';

import { createChangeTimes } from './change-times';
import type { TimelineQuery } from './query';

/** Items of the timeline that are shown at a time. */
const SHOWN = 50;
/** Changes that a page is looked for among: of a million works there are more than a hundred thousand on a day. */
const LOOKED_AT = 20_000;

export interface TimelinePage {
  items: FeedItem[];
  /** Where the next page starts; null on the last one. */
  next: number | null;
}

/** How much was changed on a day, and by whom. */
export interface Day {
  /** When it begins, ISO 8601. */
  from: string;
  by: Partial<Record<Who, number>>;
  published: number;
}

/** Tells from the table of changes what has happened, for people. */
export const createTimelineService = ({ strapi }: { strapi: Core.Strapi }) => {
  const times = createChangeTimes(strapi);
  const changes = (knex: Knex) => knex<ChangeRow>(tableOf(strapi, CHANGE_UID));
  const days = new Map<string, { day: Day; until: number }>();

  const between = async (from: Date, to: Date): Promise<[number, number]> => [
    await times.rowAt(from.getTime()),
    await times.rowAt(to.getTime()),
  ];

  const countDay = async (from: Date, to: Date): Promise<Day> => {
    const [first, end] = await between(from, to);
    const rows = await query(strapi, (knex) =>
      knex(tableOf(strapi, CHANGE_UID))
        .select('who', 'event')
        .count({ count: '*' })
        .where('id', '>=', first)
        .where('id', '<', end)
        .groupBy('who', 'event')
    );
    const counts = rows as unknown as { who: Who; event: string; count: number | string }[];
    const day: Day = { from: from.toISOString(), by: {}, published: 0 };
    for (const { who, event, count } of counts) {
      day.by[who] = (day.by[who] ?? 0) + Number(count);
      if (event === 'published') day.published += Number(count);
    }
    return day;
  };

  /** A day that is over is counted once, the present one once a minute. */
  const dayOf = async (from: Date, to: Date): Promise<Day> => {
    const key = `${from.getTime()} ${to.getTime()}`;
    const known = days.get(key);
    if (known !== undefined && known.until > Date.now()) {
      return known.day;
    }
    const day = await countDay(from, to);
    const isOver = to.getTime() < Date.now() - 600_000;
    if (days.size >= 64) days.clear();
    days.set(key, { day, until: Date.now() + (isOver ? DAY_MILLISECONDS : 60_000) });
    return day;
  };

  return {
    /**
     * What has happened between two times, the newest first. A page of what is rare may be short,
     * or have nothing, and still lead to a next one.
     */
    async page({ from, to, kind, who, search, before }: TimelineQuery): Promise<TimelinePage> {
      const [first, end] = await between(from, to);
      const top = Math.min(end, before ?? end);
      const bottom = Math.max(first, top - LOOKED_AT);
      const rows = await query(strapi, async (knex) => {
        const found = changes(knex)
          .where('id', '>=', bottom)
          .where('id', '<', top)
          .orderBy('id', 'desc')
          .limit(SHOWN + 1);
        if (kind !== undefined) {
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
        return found;
      });
      const shown = rows.slice(0, SHOWN);
      const next = rows.length > SHOWN ? shown.at(-1)?.id : bottom;
      return {
        items: shown.map(toItem),
        next: next !== undefined && next > first ? next : null,
      };
    },

    /** @param bounds when each day begins, and when the last one ends */
    async days(bounds: Date[]): Promise<Day[]> {
      const found: Day[] = [];
      for (const [index, from] of bounds.slice(0, -1).entries()) {
        found.push(await dayOf(from, bounds[index + 1] ?? from));
      }
      return found;
    },
  };
};

export const getTimelineService = serviceOf<typeof createTimelineService>('timeline');
