import type { PublicationStatus } from '@fleet-bot/protocol';

import { toExactTime, type DatabaseDate } from '../../../core/database/connection';
import type { Cursor } from '../../../core/protocol/cursor';
import type { ListQuery } from '../requests/list-query';
import type { Filter } from '../filters/filters';
import { STATUS_COLUMN } from '../status/columns';

import type { Conditions } from './conditions';
import { createFoundParts, FEW } from './found';
import { stretchOf, withoutReordering, type PageQuery } from './page';
import { and, type PartsReader } from './parts';
import type { ListedRow } from './row';
import type { Versions } from './versions';
import { walkOf, type Walk } from './walk';

/** Parameters of a list except its filters. */
export type RowsQuery = PageQuery & Pick<ListQuery, 'status' | 'externalId'>;

/** The rows found for a page. */
export interface FoundRows {
  rows: ListedRow[];
  /** The position at which the search stopped, if the list has more publications after this position. */
  end?: Cursor;
}

/**
 * Maximum number of matches of a filter that are sorted immediately. If every filter has more matches, the rows are
 * first searched in the order of the list; if that search does not fill the page, a filter with at most `FEW` matches
 * is sorted.
 */
const FEWEST = 200;
/**
 * Number of rows of each status to search for a page. If only a few of these rows match, a second search reads up to
 * `LOOKED_AT_MOST` rows.
 */
const LOOKED_AT = 2000;
const LOOKED_AT_MOST = 10_000;

/** The order in which statuses are searched. Most matches are published, so drafts are searched only as far as needed. */
const SHOWN_FIRST: readonly PublicationStatus[] = ['published', 'draft'];

/**
 * Makes the function that finds the newest publications that match filters. No index contains the publications of a tag
 * or a title in the order of the list. Few matches are therefore read and sorted. With many matches, a search of the
 * list in its order soon finds some, and ends after a limited number of rows.
 */
export const createFilteredReader = (
  versions: Versions,
  conditionsOf: Conditions,
  readParts: PartsReader
) => {
  const { works, select, exact } = versions;
  const found = createFoundParts(versions);

  /** Returns the first filter that matches at most `limit` rows; undefined if there is none. */
  const findFew = async (filters: Filter[], limit: number): Promise<Filter | undefined> => {
    for (const filter of filters) {
      const [matching] = await select<{ count: number | string }>(
        `SELECT COUNT(*) AS count FROM (${filter.rows.sql} LIMIT ${limit + 1}) AS matching`,
        filter.rows.values
      );
      if (Number(matching?.count) <= limit) return filter;
    }
    return undefined;
  };

  /** The position where the search for a page ends, after `looks` rows of each status; undefined for the end of the list. */
  const endOfLook = async (
    { row, place, madeAt, stretches }: Walk,
    page: PageQuery,
    looks: number
  ): Promise<Cursor | undefined> => {
    const range = stretchOf(place, page, madeAt);
    const parts = stretches.map(
      (_stretch, index) => `SELECT * FROM (SELECT ${place.createdAt} AS place, ${place.id}
        FROM ${works} AS ${row} WHERE ${row}.${STATUS_COLUMN} = ? ${range.sql}
        ORDER BY ${place.createdAt} DESC, ${place.id} DESC LIMIT 1 OFFSET ${looks - 1}) AS last_${index}`
    );
    const [last] = await select<{ place: DatabaseDate; document_id: string }>(
      `SELECT ${exact('looked.place')} AS place, document_id FROM (${parts.join(' UNION ALL ')}) AS looked
        ORDER BY looked.place DESC, document_id DESC LIMIT 1`,
      stretches.flatMap(({ status }) => [status, ...range.values])
    );
    return last && { createdAt: toExactTime(last.place), id: last.document_id };
  };

  return async (
    { status, externalId, ...page }: RowsQuery,
    filters: Filter[]
  ): Promise<FoundRows> => {
    if (externalId !== undefined || status === 'scheduled') {
      const hold = filters.map(({ condition }) => condition);
      const parts = await conditionsOf(status, externalId);
      const narrowed = parts.map((part) => and(part, hold));
      return { rows: await readParts(narrowed, page) };
    }

    const statuses = status === undefined ? SHOWN_FIRST : [status];
    const walk = walkOf(versions, filters, statuses, page);
    const sorted = async (few: Filter): Promise<FoundRows> => {
      const byMaking = walkOf(versions, filters, statuses, withoutReordering(page));
      return { rows: await readParts([await found.sorted(few, byMaking, page)], page) };
    };
    const walked = async (looks: number): Promise<FoundRows> => {
      const end = await endOfLook(walk, page, looks);
      return { rows: await readParts(await found.walked(walk, page, end), page), end };
    };

    const fewest = await findFew(filters, FEWEST);
    if (fewest !== undefined) return sorted(fewest);
    const first = await walked(LOOKED_AT);
    if (first.rows.length === page.limit || first.end === undefined) return first;
    const few = await findFew(filters, FEW);
    if (few !== undefined) return sorted(few);
    return first.rows.length === 0 ? first : walked(LOOKED_AT_MOST);
  };
};
