import type { Core, UID } from '@strapi/strapi';

import { query, tableOf, type DatabaseDate } from '../../../core/database/connection';
import { documentIds } from '../../../core/database/rows/entity';

import { STATUS_COLUMN } from './columns';

/** Rows that are looked at in one step. */
const AT_ONCE = 200;

interface RawRow {
  id: number;
  document_id: string | null;
  created_at: DatabaseDate | null;
  updated_at: DatabaseDate | null;
  published_at: DatabaseDate | null;
}

/**
 * Gives rows that somebody has written with SQL of his own what no row of Strapi's lacks: a
 * document id, without which nobody can ask for it, and a date, by which it is listed. Those rows
 * have no status either, and by that they are found.
 */
export const completeRawRows = async (strapi: Core.Strapi, uid: UID.Schema): Promise<void> => {
  const table = tableOf(strapi, uid);
  const newDocumentId = documentIds(strapi, uid);

  const findSome = (): Promise<RawRow[]> =>
    query(strapi, (knex) =>
      knex(table)
        .select('id', 'document_id', 'created_at', 'updated_at', 'published_at')
        .whereNull(STATUS_COLUMN)
        .where((lacks) => lacks.whereNull('document_id').orWhereNull('created_at'))
        .limit(AT_ONCE)
    );

  /** Another instance may do the same. */
  const fill = (id: number, column: string, value: unknown): Promise<number> =>
    query(strapi, (knex) =>
      knex(table)
        .where({ id })
        .whereNull(column)
        .update({ [column]: value })
    );

  for (let rows = await findSome(); rows.length > 0; rows = await findSome()) {
    for (const row of rows) {
      if (row.document_id === null) {
        await fill(row.id, 'document_id', newDocumentId());
      }
      if (row.created_at === null) {
        await fill(row.id, 'created_at', row.updated_at ?? row.published_at ?? new Date());
      }
    }
  }
};
