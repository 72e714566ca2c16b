import type { z } from 'zod';

/** Values for the additional fields of a site, by field name; null clears a field. */
export type FieldValues = Record<string, unknown>;

/** Configuration of a site that affects the interface. */
export interface Site {
  limits: {
    /** Default number of items on a page of a list. */
    listDefault: number;
    /** Most items on a page of a list. */
    listMaximum: number;
    /** Most characters of a title. */
    titleLength: number;
    /** Most bytes of a body text in UTF-8. */
    bodyBytes: number;
    /** Most elements of `media`. */
    mediaCount: number;
  };
  /** Default and largest page size of the changes feed. */
  changes: { pageDefault: number; pageMaximum: number };
  /** Schema of the additional fields. */
  fields: z.ZodType<FieldValues>;
  /** Names of the additional fields that are relations. */
  relations: readonly string[];
  /** Whether the list supports full-text search. */
  hasSearch: boolean;
}
