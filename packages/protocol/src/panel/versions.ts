/** How a publication was before it was written over. */
export interface Version {
  id: number;
  /** What the write has done. Earlier versions of this plugin kept texts of what was deleted here. */
  event: 'changed' | 'published' | 'deleted';
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

/** A material that was shown with it. */
export interface KeptMaterial {
  id: string;
  name: string;
  /** Where it stood. */
  attribute: string;
  /** Whether it is gone since. */
  isDeleted: boolean;
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

/** `GET /bot/versions/:type/:id/:version`: one with what the draft says now. */
export interface ComparedVersion extends WholeVersion {
  current: { title: string | null; body: string | null };
}
