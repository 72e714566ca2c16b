import type { MATERIAL_TYPES, PUBLICATION_STATUSES } from '../constants';

import type { Cursor } from './cursor';

export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number];
export type MaterialType = (typeof MATERIAL_TYPES)[number];

/** A material as the bot sees it. */
export interface Material {
  id: string;
  /** Absolute address of the stored file. */
  url: string;
  type: MaterialType;
}

/**
 * A publication in the list. Of a published one it says what readers see, and not what an editor
 * has in work. Dates are ISO 8601 in UTC.
 */
export interface PublicationItem {
  id: string;
  title: string;
  status: PublicationStatus;
  /** Absolute public address; null while the publication is a draft. */
  url: string | null;
  /** Whether a published one has a draft that differs, which the next publish makes public. */
  changed: boolean;
  media: Material[];
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
}

/** A material with what is said of it to those who cannot see it. */
export interface DescribedMaterial extends Material {
  alternativeText: string | null;
  caption: string | null;
}

/** What a version of a publication holds. */
export interface PublicationContent {
  title: string;
  /** The last part of its public address. */
  slug: string | null;
  body: string | null;
  media: DescribedMaterial[];
  updatedAt: string;
}

/** A publication on its own: as in the list, and all that it holds. */
export interface Publication extends PublicationItem, PublicationContent {
  media: DescribedMaterial[];
  /** If `changed`, what the next publish makes public; else null. */
  draft: PublicationContent | null;
}

/** What is asked of the list. */
export interface ListQuery {
  /** Without one, publications of all statuses. */
  status?: PublicationStatus;
  /** Items on the page at most. */
  limit: number;
  /** Where the page starts; without one, at the newest. */
  cursor?: Cursor;
}
