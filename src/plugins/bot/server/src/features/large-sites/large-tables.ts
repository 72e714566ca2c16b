import type { Core, Schema } from '@strapi/strapi';
import { z } from '@strapi/utils';

import { addIndexes, indexesWhenLargeOf } from '../../core/additions/indexes';
import { newestRow } from '../../core/database/rows/existing-rows';
import { tableOf } from '../../core/database/connection';
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

/**
 * Gives tables that have become large the indexes of their lists. Where all are there it takes two look-ups a table.
 */
export const indexLargeTables = async (strapi: Core.Strapi): Promise<void> => {
  const types = Object.values(strapi.contentTypes) as Schema.ContentType[];
  for (const type of types) {
    const indexes = indexesWhenLargeOf(type);
    if (indexes.length === 0) continue;
    const { tableName } = strapi.db.metadata.get(type.uid);
    // The newest id is as good as a count.
    const newest = await newestRow(strapi, tableOf(strapi, type.uid));
    if (newest < largeTableRowsSettings.of(strapi)) continue;
    await addIndexes(strapi, tableName, indexes);
  }
};
