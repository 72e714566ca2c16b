import type { ListQuery } from '../requests/list-query';
import type { Statement } from '../filters/filters';
import { FIRST_PUBLISHED_COLUMN } from '../status/columns';

/** The sort columns of a list: a date, and an id for rows with the same date. */
export interface Place {
  createdAt: string;
  id: string;
}

/** The order of creation, newest first. */
export const NEWEST: Place = { createdAt: 'draft.created_at', id: 'draft.document_id' };
/** Sort order by the date of the draft's last save, newest first. */
const LAST_SAVED: Place = { ...NEWEST, createdAt: 'draft.updated_at' };

/** Query parameters that select a page of the list: the limit, the cursor and date ranges. */
export type PageQuery = Pick<
  ListQuery,
  | 'limit'
  | 'cursor'
  | 'createdAfter'
  | 'createdBefore'
  | 'updatedAfter'
  | 'publishedAfter'
  | 'publishedBefore'
>;

/** Sort order by the date of the first publish, newest first. */
const FIRST_PUBLISHED: Place = { ...NEWEST, createdAt: `draft.${FIRST_PUBLISHED_COLUMN}` };

const isByFirstPublish = ({ publishedAfter, publishedBefore }: PageQuery): boolean =>
  publishedAfter !== undefined || publishedBefore !== undefined;

/** Whether the query asks for an order other than that of creation. */
export const isReordered = (page: PageQuery): boolean =>
  page.updatedAfter !== undefined || isByFirstPublish(page);

/** The order of a page. @param place the order of the list unless the query asks for another */
export const orderOf = (page: PageQuery, place: Place): Place => {
  if (page.updatedAfter !== undefined) return LAST_SAVED;
  return isByFirstPublish(page) ? FIRST_PUBLISHED : place;
};

/** The query without the parameters that change the order. */
export const withoutReordering = ({
  updatedAfter: _updatedAfter,
  publishedAfter: _publishedAfter,
  publishedBefore: _publishedBefore,
  ...page
}: PageQuery): PageQuery => page;

/** SQL for the date ranges and the cursor of a page. @param madeAt the column for `createdAfter` and `createdBefore` */
export const stretchOf = (
  { createdAt, id }: Place,
  { cursor, ...page }: PageQuery,
  madeAt: string
): Statement => {
  const ranges = [
    { limit: page.createdAfter, sql: `AND ${madeAt} > ?` },
    { limit: page.createdBefore, sql: `AND ${madeAt} < ?` },
    { limit: page.updatedAfter, sql: 'AND draft.updated_at > ?' },
    { limit: page.publishedAfter, sql: `AND draft.${FIRST_PUBLISHED_COLUMN} > ?` },
    { limit: page.publishedBefore, sql: `AND draft.${FIRST_PUBLISHED_COLUMN} < ?` },
  ].flatMap((range) => (range.limit === undefined ? [] : [{ ...range, limit: range.limit }]));
  // An index can only seek by the first condition; the second one decides between equal dates.
  const behind = `AND ${createdAt} <= ? AND (${createdAt} < ? OR ${id} < ?)`;
  return {
    sql: `${ranges.map((range) => range.sql).join(' ')} ${cursor === undefined ? '' : behind}`,
    values: [
      ...ranges.map((range) => range.limit),
      ...(cursor === undefined ? [] : [cursor.createdAt, cursor.createdAt, cursor.id]),
    ],
  };
};
