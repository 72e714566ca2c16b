import type { MaterialType } from '@fleet-bot/protocol';

import type { DatabaseDate } from '../../../core/database/connection';

interface Joined {
  document_id: string;
  created_at: DatabaseDate;
  first_published_at: DatabaseDate | null;
  draft_id: number;
  /** Null of a draft that an editor has saved without one. */
  draft_title: string | null;
  draft_slug: string;
  draft_updated_at: DatabaseDate;
  draft_revision: string | null;
  /** Only of a localized type. */
  draft_locale?: string | null;
  // What is said of it in the table of details, if there is a row.
  external_id: string | null;
  /** Milliseconds since 1970, as in the next. */
  publish_at: number | string | null;
  unpublish_at: number | string | null;
  last_error: string | null;
}

/** A publication: its draft version, and beside it the public one if there is one. */
export type ItemRow = Joined &
  (
    | { public_id: null; published_at: null }
    | {
        public_id: number;
        published_at: DatabaseDate;
        public_title: string | null;
        public_slug: string;
        public_updated_at: DatabaseDate;
        public_revision: string | null;
        public_locale?: string | null;
      }
  );

/** One of a list, with the date by which it stands where it does. */
export type ListedRow = ItemRow & { place: DatabaseDate };

export interface MediaRow {
  /** The row of the publication. */
  owner: number;
  /** The attribute in which it stands. */
  field: string;
  document_id: string;
  url: string;
  type: MaterialType;
  // What signing an address of a private bucket needs.
  provider: string;
  hash: string;
  ext: string;
}

export interface DescribedRow extends MediaRow {
  file_id: number;
  alternative_text: string | null;
  caption: string | null;
}

/**
 * The text of one version, as it is stored; with its fields, and with the tables in which it has links, see
 * `core/database/rows/links.ts`.
 */
export interface TextRow {
  body: unknown;
}
