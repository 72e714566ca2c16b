import type { z } from 'zod';

/** What is asked for the further fields of a site, by their names; null clears one. */
export type FieldValues = Record<string, unknown>;

/** What a site configures of the interface. */
export interface Site {
  limits: {
    /** Items on a page of a list when `limit` is not given. */
    listDefault: number;
    /** Items on a page of a list at most. */
    listMaximum: number;
    /** Characters of a title. */
    titleLength: number;
    /** Bytes of a body text in UTF-8. */
    bodyBytes: number;
    /** Elements of `media`. */
    mediaCount: number;
  };
  /** As `limits`, of the feed of changes. */
  changes: { pageDefault: number; pageMaximum: number };
  /** What `fields` may say. */
  fields: z.ZodType<FieldValues>;
  /** The names of those fields that are relations. */
  relations: readonly string[];
  /** Whether the list can be searched. */
  hasSearch: boolean;
}
