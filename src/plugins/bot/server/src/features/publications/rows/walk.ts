import type { PublicationStatus } from '@fleet-bot/protocol';

import type { Filter, ShownRow, Statement } from '../filters/filters';
import { PUBLIC_VERSION, type RowStatus } from '../status/columns';

import { isReordered, orderOf, type PageQuery, type Place } from './page';
import type { Versions } from './versions';

/** The rows of one publication status that a filtered list reads, in the order of an index. */
export interface Stretch {
  status: RowStatus;
  /** Tables for the FROM clause, which contain the rows of this status and the columns that the filters need. */
  from: string;
  /** Filter conditions on a row. */
  holds: Statement[];
}

/** Instructions to read a filtered list in its sort order, with one row for each publication. */
export interface Walk {
  row: ShownRow;
  place: Place;
  /** The column for `createdAfter` and `createdBefore`. */
  madeAt: string;
  stretches: Stretch[];
}

/**
 * Chooses the rows that a filtered list reads: drafts, if drafts alone decide the filters or the order; otherwise the
 * shown versions. Going from each draft to its public version uses an index in another order, and would take ten times
 * as long.
 */
export const walkOf = (
  { works, drafts }: Versions,
  filters: Filter[],
  statuses: readonly PublicationStatus[],
  page: PageQuery
): Walk => {
  const isOfDrafts = filters.every(({ isOfDraft }) => isOfDraft);
  const row = isOfDrafts || isReordered(page) ? 'draft' : 'version';
  const stretchOf = (status: PublicationStatus): Stretch => {
    if (status === 'published' && row === 'draft' && !isOfDrafts) {
      return { status, from: drafts, holds: filters.map(({ condition }) => condition) };
    }
    return {
      status: status === 'published' && row === 'version' ? PUBLIC_VERSION : status,
      from: `${works} AS ${row}`,
      holds: filters.map(({ ofRow }) => ofRow(row)),
    };
  };
  const place = { createdAt: `${row}.created_at`, id: `${row}.document_id` };
  return {
    row,
    place: orderOf(page, place),
    madeAt: place.createdAt,
    stretches: statuses.map(stretchOf),
  };
};
