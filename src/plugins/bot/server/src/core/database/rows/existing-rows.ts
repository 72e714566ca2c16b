import type { Core, UID } from '@strapi/strapi';

import { inChunks } from '../chunks';
import { knexOf, tableOf } from '../connection';

/** Identifies a row of a content type or component. */
export interface RecordRow {
  uid: string;
  id: number;
}

const existingIds = async (
  strapi: Core.Strapi,
  uid: string,
  ids: number[]
): Promise<Set<number>> => {
  if (!strapi.db.metadata.has(uid)) return new Set(ids);
  const existing = new Set<number>();
  for (const chunk of inChunks(ids)) {
    const rows: { id: number }[] = await knexOf(strapi)(tableOf(strapi, uid as UID.Schema))
      .select('id')
      .whereIn('id', chunk);
    rows.forEach(({ id }) => existing.add(id));
  }
  return existing;
};

/**
 * Returns the records that still exist in the database. Records of an unregistered type, such as a disabled plugin's,
 * count as existing.
 */
export const existingRecords = async <Row extends RecordRow>(
  strapi: Core.Strapi,
  records: Row[]
): Promise<Row[]> => {
  const existing = new Map<string, Set<number>>();
  for (const uid of new Set(records.map((record) => record.uid))) {
    const ids = records.filter((record) => record.uid === uid).map(({ id }) => id);
    existing.set(uid, await existingIds(strapi, uid, ids));
  }
  return records.filter(({ uid, id }) => existing.get(uid)?.has(id) === true);
};

/** Whether a document has at least one row, in any version or locale. */
export const documentExists = async (
  strapi: Core.Strapi,
  uid: UID.Schema,
  documentId: string
): Promise<boolean> => {
  const row: unknown = await knexOf(strapi)(tableOf(strapi, uid))
    .where('document_id', documentId)
    .first('id');
  return row !== undefined;
};

/** Row IDs by document ID, for types with one row per document. Missing documents are omitted. */
export const rowIdsOf = async (
  strapi: Core.Strapi,
  uid: UID.Schema,
  documentIds: string[]
): Promise<Map<string, number>> => {
  const rows: { id: number; document_id: string }[] = await knexOf(strapi)(tableOf(strapi, uid))
    .select('id', 'document_id')
    .whereIn('document_id', documentIds);
  return new Map(rows.map((row) => [row.document_id, row.id]));
};

/** The highest row ID of a table; 0 if it is empty. */
export const newestRow = async (strapi: Core.Strapi, table: string): Promise<number> => {
  const row: { newest?: number | null } | undefined = await knexOf(strapi)(table)
    .max({ newest: 'id' })
    .first();
  return Number(row?.newest ?? 0);
};
