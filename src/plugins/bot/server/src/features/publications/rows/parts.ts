import type { Statement } from '../filters/filters';

import { NEWEST, orderOf, stretchOf, type PageQuery, type Place } from './page';
import type { ListedRow } from './row';
import type { Versions } from './versions';

/** An SQL condition that selects a list, or a part of one. */
export interface Condition extends Statement {
  /** SQL for FROM: tables with the aliases `draft` and `public`. The default contains all publications. */
  from?: string;
  place?: Place;
}

/** Adds further conditions to a condition. */
export const and = (condition: Condition, others: Statement[]): Condition => ({
  ...condition,
  sql: [condition.sql, ...others.map(({ sql }) => `AND ${sql}`)].join(' '),
  values: [...condition.values, ...others.flatMap(({ values }) => values)],
});

/** The name of a subquery (CTE) in the SQL statement that reads a list of publications. */
export const partOf = (index: number): string => `newest_${index}`;

/**
 * Makes the function that reads one page of publications from several conditions, with one subquery for each condition.
 * The SQL statement first finds the rows of the page by an index alone, and then reads versions and details of these
 * few rows, whatever the planner prefers.
 */
export const createPartsReader = ({
  drafts,
  details,
  itemColumns,
  detailColumns,
  select,
  exact,
}: Versions) => {
  /** SELECT of the newest drafts that match a condition, read from a range of an index in the order of this index. */
  const newestWhere = (
    { from = drafts, place = NEWEST, sql, values }: Condition,
    page: PageQuery
  ): Statement => {
    const order = orderOf(page, place);
    const stretch = stretchOf(order, page, place.createdAt);
    return {
      sql: `SELECT draft.id, draft.document_id, ${order.createdAt} AS place FROM ${from} WHERE ${sql} ${stretch.sql}
        ORDER BY ${order.createdAt} DESC, ${order.id} DESC LIMIT ?`,
      values: [...values, ...stretch.values, page.limit],
    };
  };

  return (conditions: Condition[], page: PageQuery): Promise<ListedRow[]> => {
    const parts = conditions.map((condition) => newestWhere(condition, page));
    const lists = parts.map(({ sql }, index) => `${partOf(index)} AS (${sql})`);
    const union = parts.map((_part, index) => `SELECT * FROM ${partOf(index)}`);
    return select(
      `WITH ${lists.join(', ')}
        SELECT ${itemColumns}, ${exact('newest_all.place')} AS place, ${detailColumns}
        FROM (${union.join(' UNION ALL ')} ORDER BY place DESC, document_id DESC LIMIT ?) AS newest_all
        CROSS JOIN ${drafts} LEFT JOIN ${details} AS details ON details.document_id = draft.document_id
        WHERE draft.id = newest_all.id ORDER BY newest_all.place DESC, newest_all.document_id DESC`,
      [...parts.flatMap(({ values }) => values), page.limit]
    );
  };
};

export type PartsReader = ReturnType<typeof createPartsReader>;
