import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { LOCK_UID, STATISTICS } from '../../core/constants';
import {
  componentLinkTable,
  knexOf,
  rowsOf,
  tableOf,
  transaction,
} from '../../core/database/connection';
import { placesFor } from '../../core/database/statement';

interface Index {
  name: string;
  stat: string | null;
}

/**
 * Columns with few distinct values, keyed by table: the publication date, which is null in all drafts, and the type and
 * field of component links.
 */
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
