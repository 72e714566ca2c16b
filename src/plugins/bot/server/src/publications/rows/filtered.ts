import { PUBLICATION_STATUSES } from '../../constants';
import { toDate, type DatabaseDate } from '../../database/connection';
import type { Cursor } from '../../protocol/cursor';
import type { ListQuery, PublicationStatus } from '../../protocol/publication';
import type { Filter, Statement } from '../filters/filter';

import type { Conditions } from './conditions';
import { isBefore, stretchOf, type PageQuery, type Place } from './page';
import { and, type Condition, type PartsReader } from './parts';
import type { ListedRow } from './row';
import type { Versions } from './versions';
import { walkOf, type Walk } from './walk';

/** What a list is asked for, but for what its filters say. */
export type RowsQuery = PageQuery & Pick<ListQuery, 'status' | 'externalId'>;

/** A page, as far as it was looked for. */
export interface FoundRows {
  rows: ListedRow[];
  /** The last place that was looked at, if there is more behind it. */
  end?: Cursor;
}

/** Rows of a filter that are sorted for a page at once, and those that are where a walk would be long. */
const FEWEST = 200;
const FEW = 5000;
/** Rows of a status that are looked at for a page of a list that is walked: at first, and if these do not fill it. */
const LOOKED_AT = 2000;
const LOOKED_AT_MOST = 10_000;

/**
 * Makes the function that finds the newest publications on which filters hold. No index has all
 * publications of a tag or a title in the order of the list. So where few rows stand for one of the
 * filters, these are found and sorted; where many do, what is asked for is met soon on a walk through
 * the list, which ends after so many.
 */
export const createFilteredReader = (
  versions: Versions,
  conditions: Conditions,
  readParts: PartsReader
) => {
  const { works, drafts, select, isOf, leadOf } = versions;

  /** The first of some filters for which no more rows stand than `limit`. */
  const findFew = async (filters: Filter[], limit: number): Promise<Filter | undefined> => {
    for (const filter of filters) {
      const [found] = await select<{ count: number | string }>(
        `SELECT COUNT(*) AS count FROM (${filter.rows.sql} LIMIT ${limit + 1}) AS matching`,
        filter.rows.values
      );
      if (Number(found?.count) <= limit) {
        return filter;
      }
    }
    return undefined;
  };

  /** What few rows of a filter say of publications; each draft is looked up from there. */
  const isOfFew = async (
    { documents }: Filter,
    status: PublicationStatus | undefined,
    place: Place
  ): Promise<Condition> => {
    const lead = await leadOf('found.document_id');
    const ofStatus = isOf(status);
    return {
      from: `(SELECT DISTINCT document_id FROM (${documents.sql} LIMIT ${FEW}) AS matching) AS found
        CROSS JOIN ${drafts}`,
      place,
      sql: `draft.id = ${lead.sql} AND draft.created_at IS NOT NULL ${ofStatus.sql}`,
      values: [...documents.values, ...lead.values, ...ofStatus.values],
      few: FEW,
    };
  };

  /**
   * How far a list is looked through for a page: to the last of so many rows of each status, by the
   * index alone. Undefined if it is looked through to its end.
   */
  const endOfLook = async (
    { statuses, alias, place, isStatus }: Walk,
    page: PageQuery,
    looks: number
  ): Promise<Cursor | undefined> => {
    const stretch = stretchOf(place, page, `${alias}.created_at`);
    const parts = statuses.map(
      (_status, index) => `SELECT * FROM (SELECT ${place.createdAt} AS place, ${place.id}
        FROM ${works} AS ${alias} WHERE ${isStatus} ${stretch.sql}
        ORDER BY ${place.createdAt} DESC, ${place.id} DESC LIMIT 1 OFFSET ${looks - 1}) AS last_${index}`
    );
    const [last] = await select<{ place: DatabaseDate; document_id: string }>(
      `${parts.join(' UNION ALL ')} ORDER BY place DESC, document_id DESC LIMIT 1`,
      statuses.flatMap((status) => [status, ...stretch.values])
    );
    return last && { createdAt: toDate(last.place), id: last.document_id };
  };

  /** Each draft and its public version are looked up for the rows that were found on the walk. */
  const ofShown = async (
    { statuses, place, isStatus, holds }: Walk,
    page: PageQuery,
    looked: Statement[]
  ): Promise<Condition[]> => {
    const lead = await leadOf('found.document_id');
    const stretch = stretchOf(place, page, place.createdAt);
    const held = and({ sql: isStatus, values: [] }, [...holds, ...looked]);
    return statuses.map((status) => ({
      from: `(SELECT ${place.id}, ${place.createdAt} AS place FROM ${works} AS version
        WHERE ${held.sql} ${stretch.sql} ORDER BY ${place.createdAt} DESC, ${place.id} DESC LIMIT ?) AS found
        CROSS JOIN ${drafts}`,
      place: { createdAt: 'found.place', id: 'found.document_id' },
      sql: `draft.id = ${lead.sql}`,
      values: [status, ...held.values, ...stretch.values, page.limit, ...lead.values],
    }));
  };

  return async (
    { status, externalId, ...page }: RowsQuery,
    filters: Filter[]
  ): Promise<FoundRows> => {
    const hold = filters.map(({ condition }) => condition);
    const readWith = (parts: Condition[], more: Statement[] = []): Promise<ListedRow[]> =>
      readParts(
        parts.map((part) => and(part, [...hold, ...more])),
        page
      );
    if (externalId !== undefined || status === 'scheduled') {
      return { rows: await readWith(await conditions.of(status, externalId)) };
    }

    const walk = walkOf(filters, status === undefined ? PUBLICATION_STATUSES : [status], page);
    const sorted = async (few: Filter): Promise<FoundRows> => ({
      rows: await readWith([await isOfFew(few, status, walk.ofPublication)]),
    });
    const walked = async (looks: number): Promise<FoundRows> => {
      const end = await endOfLook(walk, page, looks);
      const looked = (place: Place) => (end === undefined ? [] : [isBefore(place, end)]);
      if (walk.alias === 'draft') {
        const rows = await readWith(await conditions.of(status, undefined), looked(walk.place));
        return { rows, end };
      }
      const unmarked = { ...(await conditions.hasNoStatus(status)), place: walk.ofPublication };
      const rows = await readParts(
        [
          ...(await ofShown(walk, page, looked(walk.place))),
          and(unmarked, [...hold, ...looked(walk.ofPublication)]),
        ],
        page
      );
      return { rows, end };
    };

    const fewest = await findFew(filters, FEWEST);
    if (fewest !== undefined) {
      return sorted(fewest);
    }
    const found = await walked(LOOKED_AT);
    if (found.rows.length === page.limit || found.end === undefined) {
      return found;
    }
    const few = await findFew(filters, FEW);
    return few === undefined ? walked(LOOKED_AT_MOST) : sorted(few);
  };
};
