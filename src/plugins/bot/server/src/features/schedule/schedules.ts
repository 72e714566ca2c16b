import type { ScheduledPublication } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { PUBLICATION_DETAIL_UID } from '../../core/constants';
import { query, tableOf } from '../../core/database/connection';
import type { ListExtension } from '../../core/strapi/panel/list';
import { fieldColumns, fromMilliseconds, STATUS_COLUMN } from '../publications';

/** When a publication is to be made public and taken back, each in ISO 8601, as the list shows it. */
interface ListedSchedule {
  publishAt: string | null;
  unpublishAt: string | null;
  /** Why it failed when it was due. */
  scheduleError: string | null;
}

/** What the list can be asked for: what is to be published, what is to be taken back, what failed. */
const SCHEDULED = ['publish', 'unpublish', 'failed'] as const;
type Scheduled = (typeof SCHEDULED)[number];

const COLUMN = {
  publish: 'publish_at',
  unpublish: 'unpublish_at',
  failed: 'last_error',
} as const satisfies Record<Scheduled, string>;

interface DetailRow {
  document_id: string;
  publish_at: number | string | null;
  unpublish_at: number | string | null;
  last_error: string | null;
}

const iso = (at: DetailRow['publish_at']): string | null =>
  fromMilliseconds(at)?.toISOString() ?? null;

/** The schedules of some publications. */
const findSchedules = async (
  strapi: Core.Strapi,
  ids: string[]
): Promise<Map<string, ListedSchedule>> => {
  const rows: DetailRow[] = await query(strapi, (knex) =>
    knex(tableOf(strapi, PUBLICATION_DETAIL_UID))
      .select('document_id', 'publish_at', 'unpublish_at', 'last_error')
      .whereIn('document_id', ids)
  );
  return new Map(
    rows.map((row) => [
      row.document_id,
      {
        publishAt: iso(row.publish_at),
        unpublishAt: iso(row.unpublish_at),
        scheduleError: row.last_error,
      },
    ])
  );
};

/** The ids of publications that are scheduled, those that are due first. */
const findScheduled = async (
  strapi: Core.Strapi,
  scheduled: Scheduled,
  limit: number
): Promise<string[]> => {
  const rows: DetailRow[] = await query(strapi, (knex) =>
    knex(tableOf(strapi, PUBLICATION_DETAIL_UID))
      .select('document_id')
      .whereNotNull('due_at')
      .whereNotNull(COLUMN[scheduled])
      .orderBy('due_at')
      .limit(limit)
  );
  return rows.map((row) => row.document_id);
};

/** Publications of a calendar: as many as a person can look at. */
const IN_CALENDAR = 500;

/** What is published or taken back between two times, what comes first first. */
export const findScheduledBetween = async (
  strapi: Core.Strapi,
  from: Date,
  to: Date
): Promise<Omit<ScheduledPublication, 'canChange'>[]> => {
  const between = [from.getTime(), to.getTime() - 1] as const;
  const rows: (DetailRow & { title: string | null })[] = await query(strapi, (knex) =>
    knex({ detail: tableOf(strapi, PUBLICATION_DETAIL_UID) })
      .join({ work: tableOf(strapi, botConfig(strapi).contentType) }, (on) =>
        on.on('work.document_id', 'detail.document_id')
      )
      .select('detail.document_id', 'publish_at', 'unpublish_at', 'last_error', {
        title: `work.${fieldColumns(strapi).title}`,
      })
      .whereNotNull('due_at')
      .whereIn(`work.${STATUS_COLUMN}`, ['draft', 'published'])
      .where((at) => at.whereBetween('publish_at', between).orWhereBetween('unpublish_at', between))
      .orderBy('due_at')
      .limit(IN_CALENDAR)
  );
  return rows.map((row) => ({
    id: row.document_id,
    title: row.title,
    publishAt: iso(row.publish_at),
    unpublishAt: iso(row.unpublish_at),
    error: row.last_error,
  }));
};

/** Publications that a filter by ids names: the next ones that are due. */
const NAMED = 1_000;

/** What the panel's list shows of schedules, and how it is filtered by them. */
export const scheduleList = (strapi: Core.Strapi): ListExtension => ({
  filters: {
    botScheduled: async (asked) => {
      const scheduled = SCHEDULED.find((one) => one === asked);
      const ids = scheduled === undefined ? [] : await findScheduled(strapi, scheduled, NAMED);
      return { documentId: { $in: ids } };
    },
  },
  columns: async (ids) => {
    const schedules = await findSchedules(strapi, ids);
    const none = { publishAt: null, unpublishAt: null, scheduleError: null };
    return new Map(ids.map((id) => [id, schedules.get(id) ?? none]));
  },
});
