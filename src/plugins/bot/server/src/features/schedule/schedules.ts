import type { ScheduledPublication } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { PUBLICATION_DETAIL_UID } from '../../core/constants';
import { knexOf, tableOf } from '../../core/database/connection';
import type { ListExtension } from '../../core/strapi/panel/list';
import {
  fieldColumns,
  publicationDetails,
  STATUS_COLUMN,
  textOfMilliseconds,
  type DetailRow,
} from '../publications';

/** Maximum number of publications in the calendar. */
const IN_CALENDAR = 500;

/** Finds publications to be published or unpublished between two times, in the order of their next action. */
export const findScheduledBetween = async (
  strapi: Core.Strapi,
  from: Date,
  to: Date
): Promise<Omit<ScheduledPublication, 'canChange'>[]> => {
  const between = [from.getTime(), to.getTime() - 1] as const;
  const rows: (DetailRow & { title: string | null })[] = await knexOf(strapi)({
    detail: tableOf(strapi, PUBLICATION_DETAIL_UID),
  })
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
    .limit(IN_CALENDAR);
  return rows.map((row) => ({
    id: row.document_id,
    title: row.title,
    publishAt: textOfMilliseconds(row.publish_at),
    unpublishAt: textOfMilliseconds(row.unpublish_at),
    error: row.last_error,
  }));
};

/**
 * Values of the filter `botScheduled` in the panel's list of publications, each with the column that must not be null.
 */
const SCHEDULED = {
  publish: 'publish_at',
  unpublish: 'unpublish_at',
  failed: 'last_error',
} as const;

const isScheduled = (requested: unknown): requested is keyof typeof SCHEDULED =>
  typeof requested === 'string' && Object.hasOwn(SCHEDULED, requested);

/** Maximum number of publications found by the filter `botScheduled`: those due first. */
const NAMED = 1_000;

/** Columns and a filter for schedules in the panel's list of publications. Times are in ISO 8601. */
export const scheduleList = (strapi: Core.Strapi): ListExtension => ({
  filters: {
    botScheduled: async (requested) => {
      const ids: string[] = isScheduled(requested)
        ? await publicationDetails(strapi)
            .whereNotNull('due_at')
            .whereNotNull(SCHEDULED[requested])
            .orderBy('due_at')
            .limit(NAMED)
            .pluck('document_id')
        : [];
      return { documentId: { $in: ids } };
    },
  },
  columns: async (ids) => {
    const rows = await publicationDetails(strapi).whereIn('document_id', ids);
    const found = new Map(rows.map((row) => [row.document_id, row]));
    return new Map(
      ids.map((id) => [
        id,
        {
          publishAt: textOfMilliseconds(found.get(id)?.publish_at ?? null),
          unpublishAt: textOfMilliseconds(found.get(id)?.unpublish_at ?? null),
          /** The reason why the last attempt failed. */
          scheduleError: found.get(id)?.last_error ?? null,
        },
      ])
    );
  },
});
