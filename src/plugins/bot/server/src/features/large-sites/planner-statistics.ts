import type { Core, Schema } from '@strapi/strapi';
import { z } from '@strapi/utils';

import { addIndexes, indexesWhenLargeOf } from '../../core/additions/indexes';
import { botConfig } from '../../core/config';
import { LOCK_UID, STATISTICS } from '../../core/constants';
import {
  componentLinkTable,
  knexOf,
  rowsOf,
  tableOf,
  transaction,
} from '../../core/database/connection';
import { newestRow } from '../../core/database/rows/existing-rows';
import { placesFor } from '../../core/database/statement';
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

interface Index {
  name: string;
  stat: string | null;
}

/** Columns with few distinct values, by table: drafts have no publication date, and component links have few types. */
const alikeIn = (strapi: Core.Strapi): Map<string, string[]> => {
  const { contentType } = botConfig(strapi);
  const alike = new Map([[tableOf(strapi, contentType), ['published_at']]]);
  const components = componentLinkTable(strapi, contentType);
  if (components !== undefined) {
    alike.set(components, ['component_type', 'field']);
  }
  return alike;
};

/**
 * Writes planner statistics for SQLite. Without them it estimates that `published_at IS NULL`, part of most Strapi
 * queries, matches 20 rows, and reads all drafts to find 20 by ID. It also reads the links of all components of a type
 * to find those of one work.
 *
 * `ANALYZE` would read all rows for the same statistics, and with a limit it underestimates rows without a value. So
 * this writes rows of `sqlite_stat1` directly, which SQLite allows ("The ANALYZE Command").
 */
export const seedPlannerStatistics = async (strapi: Core.Strapi): Promise<void> => {
  if (strapi.db.dialect.client !== 'sqlite') return;

  const findUnknown = async (table: string, columns: string[]): Promise<string[]> => {
    const indexes = rowsOf<Index>(
      await knexOf(strapi).raw(
        `SELECT one.name, known.stat FROM pragma_index_list(?) AS one
           JOIN pragma_index_info(one.name) AS part ON part.seqno = 0
             AND part.name IN (${placesFor(columns)})
           LEFT JOIN sqlite_stat1 AS known ON known.idx = one.name`,
        [table, ...columns]
      )
    );
    return indexes.filter(({ stat }) => stat !== STATISTICS).map(({ name }) => name);
  };

  // Creates the statistics table. An empty table gets no statistics of its own.
  await knexOf(strapi).raw('ANALYZE ??', [tableOf(strapi, LOCK_UID)]);
  const unknown: { tbl: string; idx: string }[] = [];
  for (const [tbl, columns] of alikeIn(strapi)) {
    unknown.push(...(await findUnknown(tbl, columns)).map((idx) => ({ tbl, idx })));
  }
  if (unknown.length === 0) return;
  await transaction(strapi, async (knex) => {
    for (const index of unknown) {
      await knex('sqlite_stat1').where(index).delete();
      await knex('sqlite_stat1').insert({ ...index, stat: STATISTICS });
    }
  });
  // Makes SQLite read the new statistics.
  await knexOf(strapi).raw('ANALYZE sqlite_schema');
};
