import type { Core, UID } from '@strapi/strapi';
import { z } from '@strapi/utils';

import { indexesWhenLargeOf } from '../../core/additions/add-to-type';
import { createCatalog } from '../../core/additions/catalog';
import { newestRow } from '../../core/database/rows/existing-rows';
import { withSchema } from '../../core/database/connection';
import { defineSettings } from '../../core/settings';

/**
 * How many rows a table has had when lists of it get their indexes. Before, to read all rows takes milliseconds, and
 * to keep the indexes would take a tenth of the time of each write.
 */
export const largeTableRowsSettings = defineSettings(
  'largeTableRows',
  z.number().int().nonnegative(),
  5000
);

/** What Strapi's schema sync has made last time; `schemaStorage` of @strapi/database. */
const STORED_SCHEMA = 'strapi_database_schema';

interface StoredSchema {
  tables: { name: string; indexes: { name: string }[] }[];
}

/** Before the sync too, when Strapi knows no tables yet. */
const tableNameOf = ({ contentTypes, db }: Core.Strapi, uid: UID.ContentType): string =>
  db.metadata.identifiers.getTableName(String(contentTypes[uid].collectionName));

/** The newest id is as good as a count. */
const isLarge = async (strapi: Core.Strapi, tableName: string): Promise<boolean> => {
  const newest = await newestRow(strapi, withSchema(strapi, tableName));
  return newest >= largeTableRowsSettings.of(strapi);
};

/**
 * Gives tables that have become large the indexes of their lists. Where all are there it takes two look-ups a table.
 * Strapi's schema sync leaves indexes alone that no version of the schema has named.
 */
export const indexLargeTables = async (strapi: Core.Strapi): Promise<void> => {
  const { db } = strapi;
  for (const { uid, indexes } of indexesWhenLargeOf(strapi)) {
    const tableName = tableNameOf(strapi, uid);
    if (!(await isLarge(strapi, tableName))) continue;
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
  const { hasTable } = createCatalog(strapi);
  if (!(await hasTable(STORED_SCHEMA))) return;
  const stored = () => strapi.db.connection(withSchema(strapi, STORED_SCHEMA));
  const row: { id: number; schema: string | StoredSchema } | undefined = await stored().first();
  if (row === undefined) return;

  const schema = (
    typeof row.schema === 'string' ? JSON.parse(row.schema) : row.schema
  ) as StoredSchema;
  const before = JSON.stringify(schema);
  for (const { uid, indexes } of indexesWhenLargeOf(strapi)) {
    const tableName = tableNameOf(strapi, uid);
    const table = schema.tables.find(({ name }) => name === tableName);
    // One of a type that is new is not there yet.
    if (table === undefined || !(await hasTable(tableName))) continue;
    const names = indexes.map(({ name }) => name);
    if (await isLarge(strapi, tableName)) {
      table.indexes = table.indexes.filter(({ name }) => !names.includes(name));
    }
  }
  const after = JSON.stringify(schema);
  if (after !== before) await stored().where({ id: row.id }).update({ schema: after });
};
