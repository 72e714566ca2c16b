import type { ChangedKind, ChangeEvent, FeedItem, Who } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import type { OwnType } from '../../core/additions/own-types';
import { CHANGE_UID } from '../../core/constants';
import { knexOf, isoOf, tableOf, toDate, type DatabaseDate } from '../../core/database/connection';

export const change: OwnType = {
  description:
    'What became of publications and materials, by whomever; the document id is that of the change',
  attributes: {
    number: { type: 'integer' },
    kind: { type: 'string', required: true },
    event: { type: 'string', required: true },
    subject: { type: 'string', required: true },
    externalId: { type: 'string' },
    title: { type: 'text' },
    firstPublishedAt: { type: 'datetime' },
    who: { type: 'string', required: true },
    userId: { type: 'string' },
    userName: { type: 'string' },
    requestId: { type: 'string' },
    happenedAt: { type: 'datetime', required: true },
  },
  uniqueIndexes: { bot_changes_number_index: ['number'] },
};

/** A numbered row of the table of changes. */
export interface ChangeRow {
  id: number;
  document_id: string;
  number: number;
  kind: ChangedKind;
  event: ChangeEvent;
  subject: string;
  external_id: string | null;
  title: string | null;
  first_published_at: DatabaseDate | null;
  who: Who;
  user_id: string | null;
  user_name: string | null;
  request_id: string | null;
  happened_at: DatabaseDate;
}

/** Changes from a number on, in order. Hidden ones have negative numbers and are excluded. */
export const changesFrom = (
  strapi: Core.Strapi,
  number: number,
  limit: number
): Promise<ChangeRow[]> =>
  knexOf(strapi)<ChangeRow>(tableOf(strapi, CHANGE_UID))
    .where('number', '>=', number)
    .orderBy('number')
    .limit(limit);

/** Converts a row to the format of the feed and webhooks. */
export const toItem = (row: ChangeRow): FeedItem => ({
  id: row.document_id,
  type: `${row.kind}.${row.event}`,
  timestamp: toDate(row.happened_at).toISOString(),
  data: {
    id: row.subject,
    externalId: row.external_id,
    title: row.title,
    firstPublishedAt: isoOf(row.first_published_at),
    by: { who: row.who, id: row.user_id, name: row.user_name },
    requestId: row.request_id,
  },
});
