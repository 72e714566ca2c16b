import type { Core, UID } from '@strapi/strapi';

import { indexesWhenLargeOf } from '../../core/additions/add-to-type';
import { query, withSchema } from '../../core/database/connection';

import { largeTableRowsSettings } from './settings';

/** What Strapi's schema sync has made last time; `schemaStorage` of @strapi/database. */
const STORED_SCHEMA = 'strapi_database_schema';

interface StoredSchema {
  tables: { name: string; indexes: { name: string }[] }[];
}

/** Before the sync too, when Strapi knows no tables yet. */
const tableNameOf = ({ contentTypes, db }: Core.Strapi, uid: UID.ContentType): string =>
  db.metadata.identifiers.getTableName(String(contentTypes[uid].collectionName));

/** The tables that are large, with the indexes that they are to have. The newest id is as good as a count. */
const largeTables = async (strapi: Core.Strapi) => {
  const found: { tableName: string; indexes: { name: string; columns: string[] }[] }[] = [];
  for (const { uid, indexes } of indexesWhenLargeOf(strapi)) {
    const tableName = tableNameOf(strapi, uid);
    const newest = await query(strapi, (knex) =>
      knex(withSchema(strapi, tableName)).max({ id: 'id' }).first()
    );
    if (Number(newest?.id ?? 0) >= largeTableRowsSettings.of(strapi)) {
      found.push({ tableName, indexes });
    }
  }
  return found;
};

/**
 * Gives tables that have become large the indexes of their lists. Where all are there it takes two look-ups a table.
 * Strapi's schema sync leaves indexes alone that no version of the schema has named.
 */
export const indexLargeTables = async (strapi: Core.Strapi): Promise<void> => {
  const { db } = strapi;
  for (const { tableName, indexes } of await largeTables(strapi)) {
    const known = await db.dialect.schemaInspector.getIndexes(tableName);
    for (const { name, columns } of indexes) {
      if (known.some((index) => index.name === name)) continue;
      await db
        .getSchemaConnection()
        .alterTable(tableName, (rows) => void rows.index(columns, name));
    }
  }
};

/**
 * Has Strapi's sync leave the indexes of large tables alone that an earlier version had in its schema: to make one anew
 * takes most of an hour where works are 200 million. To be called before the sync.
 */
export const keepIndexesOfLargeTables = async (strapi: Core.Strapi): Promise<void> => {
  if (!(await strapi.db.getSchemaConnection().hasTable(STORED_SCHEMA))) return;
  const stored = () => strapi.db.connection(withSchema(strapi, STORED_SCHEMA));
  const row: { id: number; schema: string | StoredSchema } | undefined = await stored().first();
  if (row === undefined) return;

  const schema = (
    typeof row.schema === 'string' ? JSON.parse(row.schema) : row.schema
  ) as StoredSchema;
  const before = JSON.stringify(schema);
  for (const { tableName, indexes } of await largeTables(strapi)) {
    const table = schema.tables.find(({ name }) => name === tableName);
    const names = indexes.map(({ name }) => name);
    if (table) table.indexes = table.indexes.filter(({ name }) => !names.includes(name));
  }
  const after = JSON.stringify(schema);
  if (after !== before) await stored().where({ id: row.id }).update({ schema: after });
};
