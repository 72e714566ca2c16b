import type { UID } from '@strapi/strapi';

/** What a write has done to the version that was kept. */
export type ReplacedBy = 'changed' | 'published';

/** How a publication was before it was written over. */
export interface Version {
  id: number;
  /** Earlier versions of this plugin kept texts of what was deleted here. */
  event: ReplacedBy | 'deleted';
  /** Whether readers saw it; else it was a draft. */
  wasPublic: boolean;
  /** ISO 8601. */
  happenedAt: string;
  who: string;
  /** Of an editor. */
  name: string | null;
  requestId: string | null;
  locale: string | null;
  title: string | null;
}

/** What somebody may read of a version. */
export interface Reading {
  /** @param attribute also a part of a component, as `seo.metaTitle` */
  may: (attribute: string, locale: string | null) => boolean;
  /** Whether the attribute by which records of another type are named may be read. */
  mayName: (target: UID.Schema, attribute: string) => boolean;
}

/** A material that was shown with it. */
export interface KeptMaterial {
  id: string;
  name: string;
  /** Where it stood. */
  attribute: string;
  /** Whether it is gone since. */
  isGone: boolean;
}

/** A further field, in words. */
export interface KeptField {
  name: string;
  attribute: string;
  before: string;
  /** What the draft says now. */
  now: string;
}

/** One with what it said. */
export interface WholeVersion extends Version {
  slug: string | null;
  /** Markdown. */
  body: string | null;
  /** In their order; those of further fields behind those of the publication. */
  media: KeptMaterial[];
  /** Further fields but those of materials; none of a version that is older than this. */
  fields: KeptField[];
}
