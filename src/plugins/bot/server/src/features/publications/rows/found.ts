import type { Cursor } from '../../../core/protocol/cursor';
import type { Filter, Statement } from '../filters/filters';
import { STATUS_COLUMN } from '../status/columns';

import { isReordered, NEWEST, orderOf, stretchOf, type PageQuery, type Place } from './page';
import { partOf, type Condition } from './parts';
import type { Versions } from './versions';
import type { Walk } from './walk';
import { placesFor } from '../../../core/database/statement';

/** Maximum number of a filter's rows to sort for a page. */
export const FEW = 5000;

/**
 * Value of an SQL `LIMIT` that no list exceeds: all versions of `FEW` publications. A subquery with `LIMIT` is not
 * merged by planners.
 */
const MANY = 200 * FEW;

/** A date before all publications. */
const EARLIEST = new Date('1001-01-01');

const FOUND: Place = { createdAt: 'found.place', id: 'found.document_id' };

/**
 * Removes the lower date limit of a page, such as `createdAfter`, if the search already stops at a later position,
 * `end`. With two lower limits in the SQL, a planner may use only the first.
 */
const upTo = (page: PageQuery, end: Cursor | undefined): PageQuery => {
  if (end === undefined) return page;
  if (page.updatedAfter !== undefined) return { ...page, updatedAfter: undefined };
  return isReordered(page)
    ? { ...page, publishedAfter: undefined }
    : { ...page, createdAfter: undefined };
};

/**
 * SQL condition that limits the search of a status to rows that could be on the page. If the matches of the previous
 * status fill the page, the limit is the last of these matches; otherwise, the end of the whole search.
 */
const endOf = (
  { createdAt, id }: Place,
  part: number,
  limit: number,
  end: Cursor | undefined
): Statement => {
  const last = end?.createdAt ?? EARLIEST;
  const tie = `AND (${createdAt} > ? OR ${id} >= ?)`;
  const ofTie = end === undefined ? [] : [end.createdAt, end.id];
  const full = `SELECT CASE WHEN COUNT(*) = ? THEN MIN(place) END FROM ${partOf(part - 1)}`;
  return {
    sql: `${createdAt} >= ${part === 0 ? '?' : `COALESCE((${full}), ?)`} ${end === undefined ? '' : tie}`,
    values: [...(part === 0 ? [] : [limit]), last, ...ofTie],
  };
};

/**
 * Makes the functions that build the subqueries of a filtered list. Each subquery first finds matching rows, then reads
 * versions only for the rows of the page.
 */
export const createFoundParts = ({ works, drafts, mainVersionOf }: Versions) => {
  const partFrom = async (found: Statement, page: PageQuery): Promise<Condition> => {
    const lead = await mainVersionOf('found.document_id');
    return {
      from: `(${found.sql}) AS found CROSS JOIN ${drafts}`,
      place: isReordered(page) ? NEWEST : FOUND,
      sql: `draft.id = ${lead.sql}`,
      values: [...found.values, ...lead.values],
    };
  };

  return {
    /**
     * Builds one subquery for each status, which searches the list in its order.
     * @param end the position at which the search stops; undefined for the end of the list
     */
    walked: (
      { row, place, madeAt, stretches }: Walk,
      page: PageQuery,
      end: Cursor | undefined
    ): Promise<Condition[]> =>
      Promise.all(
        stretches.map(({ status, from, holds }, part) => {
          const range = stretchOf(place, upTo(page, end), madeAt);
          const conditions = [...holds, endOf(place, part, page.limit, end)];
          return partFrom(
            {
              sql: `SELECT ${place.id}, ${place.createdAt} AS place FROM ${from}
                WHERE ${row}.${STATUS_COLUMN} = ? ${conditions.map(({ sql }) => `AND ${sql}`).join(' ')} ${range.sql}
                ORDER BY ${place.createdAt} DESC, ${place.id} DESC LIMIT ?`,
              values: [
                status,
                ...conditions.flatMap(({ values }) => values),
                ...range.values,
                page.limit,
              ],
            },
            page
          );
        })
      ),

    /**
     * Builds the subquery that sorts all matches of a filter with at most `FEW` matching rows. The nested `LIMIT`
     * clauses remove no row; they keep planners from reading the whole list in its order.
     * @param walk the search of the same list in the order of creation
     */
    sorted: async (few: Filter, walk: Walk, page: PageQuery): Promise<Condition> => {
      const { row, madeAt, stretches } = walk;
      const rows =
        row === 'version' && few.isOfDraft
          ? `SELECT version.id FROM (${few.rows.sql} LIMIT ${FEW}) AS told
              CROSS JOIN ${works} AS draft CROSS JOIN ${works} AS version
              WHERE draft.id = told.id AND draft.${STATUS_COLUMN} IN ('draft', 'published')
                AND version.document_id = draft.document_id`
          : few.rows.sql;
      const isByDraft = row === 'version' && isReordered(page);
      const lead = isByDraft ? await mainVersionOf('version.document_id') : { sql: '', values: [] };
      const place = orderOf(page, isByDraft ? NEWEST : walk.place);
      const range = stretchOf(place, page, isByDraft ? NEWEST.createdAt : madeAt);
      const statuses = stretches.map(({ status }) => status);
      const holds = stretches[0]?.holds ?? [];
      return partFrom(
        {
          sql: `SELECT * FROM (SELECT ${place.id}, ${place.createdAt} AS place
              FROM (${rows} LIMIT ${MANY}) AS few CROSS JOIN ${works} AS ${row}
              ${isByDraft ? `CROSS JOIN ${works} AS draft` : ''}
              WHERE ${row}.id = few.id AND ${row}.${STATUS_COLUMN} IN (${placesFor(statuses)})
                ${isByDraft ? `AND draft.id = ${lead.sql}` : ''}
                ${holds.map(({ sql }) => `AND ${sql}`).join(' ')} ${range.sql} LIMIT ${MANY}) AS few_found
            ORDER BY place DESC, document_id DESC LIMIT ?`,
          values: [
            ...few.rows.values,
            ...statuses,
            ...lead.values,
            ...holds.flatMap(({ values }) => values),
            ...range.values,
            page.limit,
          ],
        },
        page
      );
    },
  };
};
