import type { Statement } from '../filters/filter';

import { NEWEST, orderOf, stretchOf, type PageQuery, type Place } from './page';
import type { ListedRow } from './row';
import type { Versions } from './versions';

/** What a list, or a part of one, has in common. */
export interface Condition extends Statement {
  /** Where its drafts are found, with their public versions; all of them if not given. */
  from?: string;
  place?: Place;
  /** A number of which it holds at most, so that these are found first, and sorted then. */
  few?: number;
}

export const and = (condition: Condition, others: Statement[]): Condition => ({
  ...condition,
  sql: [condition.sql, ...others.map(({ sql }) => `AND ${sql}`)].join(' '),
  values: [...condition.values, ...others.flatMap(({ values }) => values)],
});

/** Makes the function that reads the parts of a list as one page. */
export const createPartsReader = ({
  drafts,
  details,
  itemColumns,
  detailColumns,
  select,
}: Versions) => {
  /** The newest on which `condition` holds: a stretch of the index, in its order. */
  const newestWhere = (
    { from = drafts, place = NEWEST, sql, values, few }: Condition,
    page: PageQuery
  ): Statement => {
    const order = orderOf(page, place);
    const stretch = stretchOf(order, page, place.createdAt);
    const found = `SELECT ${itemColumns}, ${order.createdAt} AS place FROM ${from} WHERE ${sql} ${stretch.sql}`;
    // The inner limit cuts nothing: past it, no planner can walk the whole list for its order.
    return {
      sql:
        few === undefined
          ? `${found} ORDER BY ${order.createdAt} DESC, ${order.id} DESC LIMIT ?`
          : `SELECT * FROM (${found} LIMIT ${few}) AS few
            ORDER BY place DESC, document_id DESC LIMIT ?`,
      values: [...values, ...stretch.values, page.limit],
    };
  };

  return (conditions: Condition[], page: PageQuery): Promise<ListedRow[]> => {
    const parts = conditions.map((condition) => newestWhere(condition, page));
    // Details are looked up for what is on the page alone, whatever a planner may think of them.
    const union = parts
      .map(({ sql }, index) => {
        const list = `newest_${index}`;
        return `SELECT ${list}.*, ${detailColumns} FROM (${sql}) AS ${list}
            LEFT JOIN ${details} AS details ON details.document_id = ${list}.document_id`;
      })
      .join(' UNION ALL ');
    return select(`${union} ORDER BY place DESC, document_id DESC LIMIT ?`, [
      ...parts.flatMap(({ values }) => values),
      page.limit,
    ]);
  };
};

export type PartsReader = ReturnType<typeof createPartsReader>;
