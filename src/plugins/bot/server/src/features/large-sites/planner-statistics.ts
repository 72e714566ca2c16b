import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { STATISTICS, LOCK_UID } from '../../core/constants';
import {
  componentLinkTable,
  query,
  rowsOf,
  tableOf,
  transaction,
} from '../../core/database/connection';
import { placesFor } from '../../core/database/statement';

interface Index {
  name: string;
  stat: string | null;
}

/** Columns in which rows are mostly alike, by their tables: drafts, and links to components of one kind. */
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
 * Tells SQLite what most rows have in common. Where it knows nothing it takes `published_at IS NULL`, which Strapi has
 * in most of its queries, to hold of twenty rows, and reads all drafts where it looks for twenty by their ids. Likewise
 * it reads the links to all components of a kind where it looks for those of one work.
 *
 * `ANALYZE` would say the same after reading all rows, but with a limit it takes rows without a value for few, too:
 * hence the rows of `sqlite_stat1` are written here (SQLite, "The ANALYZE Command", allows that).
 */
export const seedPlannerStatistics = async (strapi: Core.Strapi): Promise<void> => {
  if (strapi.db.dialect.client !== 'sqlite') return;

  const findUnknown = async (table: string, columns: string[]): Promise<string[]> => {
    const indexes = rowsOf<Index>(
      await query(strapi, (knex) =>
        knex.raw(
          `SELECT one.name, known.stat FROM pragma_index_list(?) AS one
           JOIN pragma_index_info(one.name) AS part ON part.seqno = 0
             AND part.name IN (${placesFor(columns)})
           LEFT JOIN sqlite_stat1 AS known ON known.idx = one.name`,
          [table, ...columns]
        )
      )
    );
    return indexes.filter(({ stat }) => stat !== STATISTICS).map(({ name }) => name);
  };

  // Makes the table of statistics; of an empty table it has none.
  await query(strapi, (knex) => knex.raw('ANALYZE ??', [tableOf(strapi, LOCK_UID)]));
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
  // Has them read.
  await query(strapi, (knex) => knex.raw('ANALYZE sqlite_schema'));
};
