import type { PublicationStatus } from '@fleet-bot/protocol';

import type { Filter, ShownRow, Statement } from '../filters/filters';
import { PUBLIC_VERSION, type RowStatus } from '../status/columns';

import { isReordered, orderOf, type PageQuery, type Place } from './page';
import type { Versions } from './versions';

/** The rows of a status, which are walked in a stretch of an index. */
export interface Stretch {
  status: RowStatus;
  /** Where they are found, with what filters look at besides. */
  from: string;
  /** What filters say of a row. */
  holds: Statement[];
}

/** The rows by which a filtered list is walked: one of each publication. */
export interface Walk {
  row: ShownRow;
  place: Place;
  /** By what it is made before or after a time. */
  madeAt: string;
  stretches: Stretch[];
}

/**
 * Drafts where they alone tell what is asked for, or give the order. Else the versions that are shown: to go
 * from each draft to its public version, through an index that has no such order, would take ten times as long.
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
