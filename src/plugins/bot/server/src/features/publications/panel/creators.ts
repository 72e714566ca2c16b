import type { ChangeEvent, MadeBy, Who, Deletion } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { CHANGE_UID } from '../../../core/constants';
import { knexOf, tableOf, toDate, type DatabaseDate } from '../../../core/database/connection';
import { documentExists } from '../../../core/database/rows/existing-rows';
import { nameOf } from '../../../core/strapi/actor';

import { OF_PUBLICATION, type ChangeRow } from '../../changes';
import { MADE_BY_COLUMN } from '../status/columns';

interface Person {
  who: Who;
  name: string | null;
}

interface Maker {
  /** Creator; null for a row that was just inserted with SQL. */
  who: MadeBy | null;
  /** The name of an editor whose account still exists. */
  name: string | null;
  /** Creation date in ISO 8601. */
  at: string;
}

interface DocumentRow {
  document_id: string;
  created_at: DatabaseDate;
  firstname: string | null;
  lastname: string | null;
  username: string | null;
  who: MadeBy | null;
}

/**
 * Finds who caused the latest of the given change events, such as `updated`, for each publication. Events that the
 * change table no longer has are not found.
 */
export const findLastWriters = async (
  strapi: Core.Strapi,
  ids: string[],
  events: ChangeEvent[]
): Promise<Map<string, Person>> => {
  // SQLite would scan all changes for an empty IN list.
  if (ids.length === 0) return new Map();
  const table = tableOf(strapi, CHANGE_UID);
  const knex = knexOf(strapi);
  const rows: ChangeRow[] = await knex(table)
    .select('subject', 'who', 'user_name')
    .whereIn(
      'id',
      knex(table)
        .max('id')
        .whereRaw(OF_PUBLICATION)
        .whereIn('subject', ids)
        .whereIn('event', events)
        .groupBy('subject')
    );
  return new Map(rows.map((row) => [row.subject, { who: row.who, name: row.user_name }]));
};

/** Finds who created each publication, and when, keyed by document id. */
export const findCreators = async (
  strapi: Core.Strapi,
  ids: string[]
): Promise<Map<string, Maker>> => {
  const { contentType } = botConfig(strapi);
  const rows: DocumentRow[] = await knexOf(strapi)({ work: tableOf(strapi, contentType) })
    .leftJoin({ person: tableOf(strapi, 'admin::user') }, 'person.id', 'work.created_by_id')
    .whereIn('work.document_id', ids)
    .orderBy('work.created_at', 'desc')
    .select(
      'work.document_id',
      'work.created_at',
      { who: `work.${MADE_BY_COLUMN}` },
      'person.firstname',
      'person.lastname',
      'person.username'
    );
  // Rows are in descending order, so the first version of a document overwrites the later ones.
  const documents = new Map(rows.map((row) => [row.document_id, row]));
  return new Map(
    [...documents].map(([id, row]) => [
      id,
      { who: row.who, name: nameOf(row), at: toDate(row.created_at).toISOString() },
    ])
  );
};

/** Finds who deleted a publication, from the change table; undefined if the publication exists. */
export const findDeletion = async (
  strapi: Core.Strapi,
  id: string
): Promise<Deletion | undefined> => {
  const { contentType } = botConfig(strapi);
  if (await documentExists(strapi, contentType, id)) return undefined;
  const change: ChangeRow | undefined = await knexOf(strapi)(tableOf(strapi, CHANGE_UID))
    .whereRaw(OF_PUBLICATION)
    .where({ subject: id, event: 'deleted' })
    .orderBy('id', 'desc')
    .first('title', 'who', 'user_name', 'happened_at');
  return change === undefined
    ? { title: null, who: null, name: null, at: null }
    : {
        title: change.title,
        who: change.who,
        name: change.user_name,
        at: toDate(change.happened_at).toISOString(),
      };
};
