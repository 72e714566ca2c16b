import type { LISTED_STATUSES, MADE_BY, MATERIAL_TYPES, PUBLICATION_STATUSES } from '../constants';

import type { Cursor } from './cursor';

export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number];
export type ListedStatus = (typeof LISTED_STATUSES)[number];
export type MadeBy = (typeof MADE_BY)[number];
export type MaterialType = (typeof MATERIAL_TYPES)[number];

/** A material as the bot sees it. */
export interface Material {
  id: string;
  /** Absolute address of the stored file. */
  url: string;
  type: MaterialType;
}

/** What a field that the site has named holds: a value, a material, or what it relates to. */
export type FieldValue =
  | string
  | number
  | boolean
  | null
  | FieldValue[]
  | { [name: string]: FieldValue }
  | DescribedMaterial;

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
  /** The name that the bot's own system has for it. */
  externalId: string | null;
  /** When it is to be made public as its draft stands then; null if it does not wait. */
  publishAt: string | null;
  /** When it is to be taken back. */
  unpublishAt: string | null;
  /** Why that could not be done when it was due; it is tried again. */
  scheduleError: string | null;
  media: Material[];
  /** What the site's further fields hold, if that is asked for. */
  fields?: Record<string, FieldValue>;
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
}

/** A material with what is said of it to those who cannot see it. */
export interface DescribedMaterial extends Material {
  alternativeText: string | null;
  caption: string | null;
}

/** What can be changed of a material. */
export interface NamedMaterial extends DescribedMaterial {
  /** As it is shown in the library, and offered for a download. */
  name: string;
}

/** An image in another size. */
export interface MaterialFormat {
  url: string;
  width: number;
  height: number;
}

/** Digests of a material's bytes: SHA-256 in hexadecimal digits, null where nobody knows. */
export interface MaterialDigests<Digest = string | null> {
  /** Of the bytes as they came. */
  received: Digest;
  /** Of the bytes as they are stored, without metadata; of an image not of its formats. */
  stored: Digest;
}

/** A publication that uses a material. */
export interface MaterialUse {
  /** The id of the publication. */
  id: string;
  title: string;
  status: PublicationStatus;
  /** As one of its media, by its address in a text, or by a relation. */
  how: ('media' | 'text' | 'relation')[];
}

/** A material in the list of them. Dates are ISO 8601 in UTC. */
export interface ListedMaterial extends NamedMaterial {
  mime: string;
  /** Thousands of bytes, to the second decimal. */
  kilobytes: number;
  sha256: MaterialDigests;
  /** Pixels; null where it is no image. */
  width: number | null;
  height: number | null;
  createdAt: string;
  updatedAt: string;
}

/** A material with all that is known of it. */
export interface MaterialRecord extends ListedMaterial {
  formats: Record<string, MaterialFormat>;
  /** Publications that use it; not all of them, if there are very many. */
  uses: MaterialUse[];
  /** Whether anything at all uses it, records that are no publications too. */
  isUsed: boolean;
}

/** What a version of a publication holds. */
export interface PublicationContent {
  title: string;
  /** The last part of its public address. */
  slug: string | null;
  body: string | null;
  media: DescribedMaterial[];
  /** By the names that the site has given them; empty if there are none. */
  fields: Record<string, FieldValue>;
  updatedAt: string;
}

/** A publication on its own: as in the list, and all that it holds. */
export interface Publication extends PublicationItem, PublicationContent {
  media: DescribedMaterial[];
  fields: Record<string, FieldValue>;
  /** If `changed`, what the next publish makes public; else null. */
  draft: PublicationContent | null;
}

/** What is asked of the list. */
export interface ListQuery {
  /** Without one, publications of all statuses. */
  status?: ListedStatus;
  /** The one publication with this name, or none. */
  externalId?: string;
  /** Only those whose title begins so, whatever the case. */
  title?: string;
  /** Only what a person has made in the panel, or all else. */
  madeBy?: MadeBy;
  /** Only those that relate to a record, by its slug, id or name, for each field that is named. */
  related?: Record<string, string>;
  /** Only those that were made later, or earlier. */
  createdAfter?: Date;
  createdBefore?: Date;
  /** Only those that were saved later, the last saved first. */
  updatedAfter?: Date;
  /** Whether each says what its further fields hold. */
  include?: 'fields';
  /** Items on the page at most. */
  limit: number;
  /** Where the page starts; without one, at the newest. */
  cursor?: Cursor;
}
