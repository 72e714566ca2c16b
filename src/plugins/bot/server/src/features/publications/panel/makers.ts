import type { ChangeEvent, MadeBy, Who, Deletion } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { CHANGE_UID } from '../../../core/constants';
import { query, tableOf, toDate, type DatabaseDate } from '../../../core/database/connection';
import { isThere } from '../../../core/database/rows/existing-rows';
import { nameOf } from '../../../core/strapi/actor';

import { OF_PUBLICATION, type ChangeRow } from '../../changes';
import { MADE_BY_COLUMN } from '../status/columns';

interface Person {
  who: Who;
  name: string | null;
}

interface Maker {
  /** Null of a row that was written with SQL a moment ago. */
  who: MadeBy | null;
  /** Of an editor who is still there. */
  name: string | null;
  /** ISO 8601. */
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

/** Who last changed each publication in one of some ways, as far as the table of changes goes back. */
export const findLastWriters = async (
  strapi: Core.Strapi,
  ids: string[],
  events: ChangeEvent[]
): Promise<Map<string, Person>> => {
  // SQLite reads all changes for an IN of nothing.
  if (ids.length === 0) return new Map();
  const table = tableOf(strapi, CHANGE_UID);
  const rows: ChangeRow[] = await query(strapi, (knex) =>
    knex(table)
      .select('subject', 'who', 'user_name')
      .whereIn(
        'id',
        knex(table)
          .max('id')
          .whereRaw(OF_PUBLICATION)
          .whereIn('subject', ids)
          .whereIn('event', events)
          .groupBy('subject')
      )
  );
  return new Map(rows.map((row) => [row.subject, { who: row.who, name: row.user_name }]));
};

export const findMakers = async (
  strapi: Core.Strapi,
  ids: string[]
): Promise<Map<string, Maker>> => {
  const { contentType } = botConfig(strapi);
  const rows: DocumentRow[] = await query(strapi, (knex) =>
    knex({ work: tableOf(strapi, contentType) })
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
      )
  );
  // Of several versions the first one counts, which comes last here.
  const documents = new Map(rows.map((row) => [row.document_id, row]));
  return new Map(
    [...documents].map(([id, row]) => [
      id,
      { who: row.who, name: nameOf(row), at: toDate(row.created_at).toISOString() },
    ])
  );
};

/** Who has deleted a publication, as the table of changes knows it; undefined of one that is there. */
export const findDeletion = async (
  strapi: Core.Strapi,
  id: string
): Promise<Deletion | undefined> => {
  const { contentType } = botConfig(strapi);
  if (await isThere(strapi, contentType, id)) return undefined;
  const change: ChangeRow | undefined = await query(strapi, (knex) =>
    knex(tableOf(strapi, CHANGE_UID))
      .whereRaw(OF_PUBLICATION)
      .where({ subject: id, event: 'deleted' })
      .orderBy('id', 'desc')
      .first('title', 'who', 'user_name', 'happened_at')
  );
  return change === undefined
    ? { title: null, who: null, name: null, at: null }
    : {
        title: change.title,
        who: change.who,
        name: change.user_name,
        at: toDate(change.happened_at).toISOString(),
      };
};
