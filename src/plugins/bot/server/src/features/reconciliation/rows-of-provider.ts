import type { Core, UID } from '@strapi/strapi';

import { query, tableOf } from '../../core/database/connection';

/** Rows read at a time. */
const PAGE = 1_000;

/** The rows of a table that are about what a storage provider holds, in the order of their numbers. */
export async function* rowsOfProvider<Row extends { id: number }>(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  provider: string,
  columns: string[]
): AsyncIterable<Row> {
  for (let last = 0, isMore = true; isMore;) {
    const after = last;
    const rows: Row[] = await query(strapi, (knex) =>
      knex(tableOf(strapi, uid))
        .select(columns)
        .where({ provider })
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE)
    );
    yield* rows;
    last = rows.at(-1)?.id ?? last;
    isMore = rows.length === PAGE;
  }
}
