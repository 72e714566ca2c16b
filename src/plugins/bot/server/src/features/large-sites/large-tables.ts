import type { Core } from '@strapi/strapi';

import { indexesWhenLargeOf } from '../../core/additions/add-to-type';
import { query, tableOf } from '../../core/database/connection';

import { largeTableRowsSettings } from './settings';

/**
 * Gives tables that have become large the indexes of their lists. Where all are there it takes two look-ups a table.
 * Strapi's schema sync leaves indexes alone that no version of the schema has named.
 */
export const indexLargeTables = async (strapi: Core.Strapi): Promise<void> => {
  const { db } = strapi;
  for (const { uid, indexes } of indexesWhenLargeOf(strapi)) {
    const { tableName } = db.metadata.get(uid);
    const newest = await query(strapi, (knex) =>
      knex(tableOf(strapi, uid)).max({ id: 'id' }).first()
    );
    // As good as a count, without reading the table.
    if (Number(newest?.id ?? 0) < largeTableRowsSettings.of(strapi)) continue;

    const known = await db.dialect.schemaInspector.getIndexes(tableName);
    for (const { name, columns } of indexes) {
      if (known.some((index) => index.name === name)) continue;
      await db
        .getSchemaConnection()
        .alterTable(tableName, (rows) => void rows.index(columns, name));
    }
  }
};
