import type { PublicationStatus } from '../../protocol/publication';
import type { Filter, Statement } from '../filters/filter';
import { PUBLIC_VERSION, STATUS_COLUMN, type RowStatus } from '../status/columns';

import { NEWEST, orderOf, type PageQuery, type Place } from './page';

/** The rows by which a filtered list is walked: one of each publication. */
export interface Walk {
  /** What they are called. */
  alias: 'draft' | 'version';
  /** They are walked one status after another, each in a stretch of an index. */
  statuses: readonly RowStatus[];
  /** SQL that says of a row that it has a status, which it leaves open. */
  isStatus: string;
  /** Where a row stands in the list. */
  place: Place;
  /** The same, told by the versions of its publication. */
  ofPublication: Place;
  /** What filters say of a row. */
  holds: Statement[];
}

/** A public version is as old as its draft, unless somebody has written past Strapi: the list is in one order all the same. */
const SHOWN: Place = { ...NEWEST, createdAt: 'COALESCE(public.created_at, draft.created_at)' };

/**
 * Drafts where they alone tell what is asked for. Else the versions that are shown: to go from each
 * draft to its public version, through an index that has no such order, would take ten times as long.
 */
export const walkOf = (
  filters: Filter[],
  statuses: readonly PublicationStatus[],
  page: PageQuery
): Walk => {
  if (page.updatedAfter !== undefined || filters.every(({ isOfDraft }) => isOfDraft)) {
    return {
      alias: 'draft',
      statuses,
      isStatus: `draft.${STATUS_COLUMN} = ?`,
      place: orderOf(page, NEWEST),
      ofPublication: NEWEST,
      holds: [],
    };
  }
  return {
    alias: 'version',
    statuses: statuses.map((status) => (status === 'published' ? PUBLIC_VERSION : status)),
    isStatus: `version.${STATUS_COLUMN} = ?`,
    place: { createdAt: 'version.created_at', id: 'version.document_id' },
    ofPublication: SHOWN,
    holds: filters.map(({ ofVersion }) => ofVersion),
  };
};
