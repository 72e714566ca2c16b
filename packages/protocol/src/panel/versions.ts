/** Former state of a publication, from before a write. */
export interface Version {
  id: number;
  /**
   * Effect of the write that replaced this version. `deleted` comes from earlier releases of the plugin, which stored
   * deleted works as versions.
   */
  event: 'changed' | 'published' | 'deleted';
  /** Whether the version was public; false for a draft. */
  wasPublic: boolean;
  /** Time of the event in ISO 8601. */
  happenedAt: string;
  who: string;
  /** Name of the editor whose write replaced this version; null if no editor did. */
  name: string | null;
  requestId: string | null;
  locale: string | null;
  title: string | null;
}

/** A material of the version. */
export interface KeptMaterial {
  id: string;
  name: string;
  /** Attribute that contained the material. */
  attribute: string;
  /** Whether the material was deleted after the version was stored. */
  isDeleted: boolean;
}

/** An additional field of a stored version, with its values in the version and in the current draft as text. */
export interface KeptField {
  name: string;
  attribute: string;
  before: string;
  /** Value of the field in the current draft. */
  now: string;
}

/** An earlier version of a publication, with text, materials and fields. */
export interface WholeVersion extends Version {
  slug: string | null;
  /** Text in Markdown. */
  body: string | null;
  /** Materials in their order; those of additional fields come last. */
  media: KeptMaterial[];
  /**
   * Additional fields except media fields; empty for versions that were stored before additional fields were supported.
   */
  fields: KeptField[];
}

/** `GET /bot/versions/:type/:id/:version`: a version with the current draft for comparison. */
export interface ComparedVersion extends WholeVersion {
  current: { title: string | null; body: string | null };
}
