import type { ChangedKind, ChangeEvent, FeedItem, Who } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { addIndexes } from '../../core/additions/indexes';
import type { OwnType } from '../../core/additions/own-types';
import { CHANGE_UID } from '../../core/constants';
import { type DatabaseDate, isoOf, knexOf, tableOf, toDate } from '../../core/database/connection';

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

/**
 * Reads the changes from this number on, sorted by number. Changes hidden from the feed have negative numbers and are
 * excluded.
 */
export const changesFrom = (
  strapi: Core.Strapi,
  number: number,
  limit: number
): Promise<ChangeRow[]> =>
  knexOf(strapi)<ChangeRow>(tableOf(strapi, CHANGE_UID))
    .where('number', '>=', number)
    .orderBy('number')
    .limit(limit);

/** Converts a stored change to the format of the feed and webhooks. */
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

/**
 * SQL condition needed to use the index of publication changes. A literal, because SQLite plans a statement before it
 * knows bindings.
 */
export const OF_PUBLICATION = `kind = 'publication'`;

/**
 * Adds an index of publication changes by ID. Materials are excluded: they are not looked up, and deleting many with
 * scattered IDs would modify one index page each.
 */
export const indexPublications = (strapi: Core.Strapi): Promise<void> =>
  addIndexes(strapi, strapi.db.metadata.get(CHANGE_UID).tableName, [
    { name: 'bot_changes_publication_index', columns: ['subject'], where: OF_PUBLICATION },
  ]);

const OF_BOT_AND_EDITORS: Who[] = ['bot', 'editor'];

/** Time and author of an editor's last change of a publication; undefined if the bot has changed it since. */
export const findEditorChange = async (strapi: Core.Strapi, publication: string) => {
  const last = await knexOf(strapi)<ChangeRow>(tableOf(strapi, CHANGE_UID))
    .select('who', 'event', 'user_name', 'happened_at')
    .whereRaw(OF_PUBLICATION)
    .where('subject', publication)
    .whereIn('who', OF_BOT_AND_EDITORS)
    .orderBy('id', 'desc')
    .first();
  return last?.who === 'editor' && last.event !== 'deleted'
    ? { at: toDate(last.happened_at), name: last.user_name }
    : undefined;
};
