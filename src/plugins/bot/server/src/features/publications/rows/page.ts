import type { ListQuery } from '../requests/list-query';
import type { Statement } from '../filters/filters';

/** The columns by which a list is in its order: a date, and an id for those of the same moment. */
export interface Place {
  createdAt: string;
  id: string;
}

export const NEWEST: Place = { createdAt: 'draft.created_at', id: 'draft.document_id' };
/** In the order in which drafts were saved. */
const LAST_SAVED: Place = { ...NEWEST, createdAt: 'draft.updated_at' };

/** What a page is asked with, whatever is on it. */
export type PageQuery = Pick<
  ListQuery,
  'limit' | 'cursor' | 'createdAfter' | 'createdBefore' | 'updatedAfter'
>;

/** The order of a page, of a list that is in the order `place` unless its drafts are asked for by their saving. */
export const orderOf = ({ updatedAfter }: PageQuery, place: Place): Place =>
  updatedAfter === undefined ? place : LAST_SAVED;

/** The ranges of a page, and what lies behind its cursor, in an order. @param madeAt the column for `createdAfter` */
export const stretchOf = (
  { createdAt, id }: Place,
  { cursor, ...page }: PageQuery,
  madeAt: string
): Statement => {
  const ranges = [
    { limit: page.createdAfter, sql: `AND ${madeAt} > ?` },
    { limit: page.createdBefore, sql: `AND ${madeAt} < ?` },
    { limit: page.updatedAfter, sql: 'AND draft.updated_at > ?' },
  ].flatMap((range) => (range.limit === undefined ? [] : [{ ...range, limit: range.limit }]));
  // The first condition alone is what an index can seek to; the second settles a tie.
  const behind = `AND ${createdAt} <= ? AND (${createdAt} < ? OR ${id} < ?)`;
  return {
    sql: `${ranges.map((range) => range.sql).join(' ')} ${cursor === undefined ? '' : behind}`,
    values: [
      ...ranges.map((range) => range.limit),
      ...(cursor === undefined ? [] : [cursor.createdAt, cursor.createdAt, cursor.id]),
    ],
  };
};
