import type { Core, Schema } from '@strapi/strapi';
import { z } from '@strapi/utils';

import { addIndexes, indexesWhenLargeOf } from '../../core/additions/indexes';
import { tableOf } from '../../core/database/connection';
import { newestRow } from '../../core/database/rows/existing-rows';
import { defineSettings } from '../../core/settings';

/**
 * Number of rows from which a table gets list indexes. Below that, reading all rows takes milliseconds, while the
 * indexes would slow each write by a tenth.
 */
export const largeTableRowsSettings = defineSettings(
  'largeTableRows',
  z.number().int().nonnegative(),
  5000
);

/**
 * Creates the indexes that only large tables get, if a table has become large. Needs two look-ups per table if the
 * indexes exist.
 */
export const indexLargeTables = async (strapi: Core.Strapi): Promise<void> => {
  const types = Object.values(strapi.contentTypes) as Schema.ContentType[];
  for (const type of types) {
    const indexes = indexesWhenLargeOf(type);
    if (indexes.length === 0) continue;
    const { tableName } = strapi.db.metadata.get(type.uid);
    // The highest ID is a sufficient estimate of the number of rows.
    const newest = await newestRow(strapi, tableOf(strapi, type.uid));
    if (newest < largeTableRowsSettings.of(strapi)) continue;
    await addIndexes(strapi, tableName, indexes);
  }
};
