import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import { CHANGE_UID } from '../../constants';
import { query, tableOf, toDate, type DatabaseDate } from '../../database/connection';
import type { Who } from '../../protocol/changes/change';

/** Who has made a publication. */
export interface Maker {
  /** Null if nobody has written it down: before this plugin, or past Strapi. */
  who: Who | null;
  name: string | null;
  /** ISO 8601. */
  at: string;
}

interface DocumentRow {
  created_at: DatabaseDate;
  firstname: string | null;
  lastname: string | null;
  username: string | null;
  created_by_id: number | null;
}

interface ChangeRow {
  who: Who;
  user_name: string | null;
}

/** Who has made a publication, as the document and the table of changes know it. */
export const findMaker = async (strapi: Core.Strapi, id: string): Promise<Maker | undefined> => {
  const { contentType } = botConfig(strapi);
  const row: DocumentRow | undefined = await query(strapi, (knex) =>
    knex({ work: tableOf(strapi, contentType) })
      .leftJoin({ person: tableOf(strapi, 'admin::user') }, 'person.id', 'work.created_by_id')
      .where('work.document_id', id)
      .orderBy('work.created_at')
      .first(
        'work.created_at',
        'work.created_by_id',
        'person.firstname',
        'person.lastname',
        'person.username'
      )
  );
  if (row === undefined) return undefined;
  const at = toDate(row.created_at).toISOString();
  if (row.created_by_id !== null) {
    const { firstname, lastname, username } = row;
    const name = username || [firstname, lastname].filter(Boolean).join(' ') || null;
    return { who: 'editor', name, at };
  }
  const change: ChangeRow | undefined = await query(strapi, (knex) =>
    knex(tableOf(strapi, CHANGE_UID))
      .where({ subject: id, event: 'created' })
      .orderBy('id')
      .first('who', 'user_name')
  );
  return { who: change?.who ?? null, name: change?.user_name ?? null, at };
};
