import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import { LOCK_UID } from '../../constants';
import { query, rowsOf, tableOf, transaction } from '../connection';

/**
 * What a planner has to know of an index that begins with `published_at`: so many rows, half of them with one value
 * (the drafts, which have none), few with the same two. It is the same for all sizes, and so are the plans.
 */
export const STATISTICS = '1000000 500000 10';

interface Index {
  name: string;
  stat: string | null;
}

/**
 * Tells SQLite that drafts are many. Where it knows nothing it takes `published_at IS NULL`, which Strapi has in most
 * of its queries, to hold of twenty rows, and reads all drafts where it looks for twenty by their ids.
 *
 * `ANALYZE` would say the same after reading all rows, but with a limit it takes rows without a value for few, too:
 * hence the rows of `sqlite_stat1` are written here (SQLite, "The ANALYZE Command", allows that).
 */
export const tellSqliteOfDrafts = async (strapi: Core.Strapi): Promise<void> => {
  if (strapi.db.dialect.client !== 'sqlite') return;
  const table = tableOf(strapi, botConfig(strapi).contentType);

  const findIndexes = async (): Promise<Index[]> =>
    rowsOf<Index>(
      await query(strapi, (knex) =>
        knex.raw(
          `SELECT one.name, known.stat FROM pragma_index_list(?) AS one
           JOIN pragma_index_info(one.name) AS part ON part.seqno = 0 AND part.name = 'published_at'
           LEFT JOIN sqlite_stat1 AS known ON known.idx = one.name`,
          [table]
        )
      )
    );

  // Makes the table of statistics; of an empty table it has none.
  await query(strapi, (knex) => knex.raw('ANALYZE ??', [tableOf(strapi, LOCK_UID)]));
  const unknown = (await findIndexes()).filter(({ stat }) => stat !== STATISTICS);
  if (unknown.length === 0) return;
  await transaction(strapi, async (knex) => {
    for (const { name: idx } of unknown) {
      await knex('sqlite_stat1').where({ tbl: table, idx }).delete();
      await knex('sqlite_stat1').insert({ tbl: table, idx, stat: STATISTICS });
    }
  });
  // Has them read.
  await query(strapi, (knex) => knex.raw('ANALYZE sqlite_schema'));
};
