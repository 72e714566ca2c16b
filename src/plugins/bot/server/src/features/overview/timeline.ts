import type { FeedItem, PanelPage } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { CHANGE_UID } from '../../core/constants';
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

/** Tells from the table of changes what has happened, for people. */
export const createTimelineService = ({ strapi }: { strapi: Core.Strapi }) => {
  const times = createChangeTimes(strapi);
  const changes = (knex: Knex) => knex<ChangeRow>(tableOf(strapi, CHANGE_UID));

  return {
    /**
     * What has happened between two times, the newest first. A page of what is rare may be short,
     * or have nothing, and still lead to a next one.
     */
    async page({
      from,
      to,
      kind,
      who,
      search,
      before,
    }: TimelineQuery): Promise<PanelPage<FeedItem>> {
      const first = await times.rowAt(from.getTime());
      const end = await times.rowAt(to.getTime());
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
  };
};

export const getTimelineService = serviceOf<typeof createTimelineService>('timeline');
