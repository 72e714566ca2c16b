import type { MaterialType } from '@fleet-bot/protocol';

import type { DatabaseDate } from '../../../core/database/connection';
import type { ReadableFile, UnsignedFile } from '../../../core/protocol/send';

interface Joined {
  document_id: string;
  created_at: DatabaseDate;
  first_published_at: DatabaseDate | null;
  draft_id: number;
  /** Title of the draft; null if an editor saved no title. */
  draft_title: string | null;
  draft_slug: string;
  draft_updated_at: DatabaseDate;
  draft_revision: string | null;
  /** Locale of the draft, for localized types only. */
  draft_locale?: string | null;
  // Columns of the details table; null without a row there.
  external_id: string | null;
  /** Scheduled publish time in milliseconds since 1970; `unpublish_at` has the same format. */
  publish_at: number | string | null;
  unpublish_at: number | string | null;
  last_error: string | null;
}

/** A publication: its draft version, joined with the public version if there is one. */
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

/** An item of a list, with the date by which the list is sorted. */
export type ListedRow = ItemRow & { place: DatabaseDate };

interface FileOfVersion {
  /** Row id of the publication's version. */
  owner: number;
  document_id: string;
  type: MaterialType;
}

/** A file in a list; all columns of `ReadableFile` are present only if URLs are signed. */
export interface MediaRow extends FileOfVersion, UnsignedFile {}

export interface DescribedRow extends FileOfVersion, ReadableFile {
  /** Name of the media attribute. */
  field: string;
  file_id: number;
  alternative_text: string | null;
  caption: string | null;
}

/** Text and fields of a version as stored, and the tables with its links; see `core/database/rows/links.ts`. */
export interface TextRow {
  body: unknown;
}
