import { useAnswer } from '../../core/http/use-answer';

/** How a publication was before it was written over; of the server's side, `versions/version.ts`. */
export interface Version {
  id: number;
  event: 'changed' | 'published' | 'deleted';
  wasPublic: boolean;
  /** ISO 8601. */
  happenedAt: string;
  who: string;
  name: string | null;
  title: string | null;
}

/** One with what it said, and what the draft says now. */
export interface WholeVersion extends Version {
  /** Markdown. */
  body: string | null;
  media: { id: string; name: string; attribute: string; isGone: boolean }[];
  /** Further fields, in words: what they said, and what the draft says now. */
  fields: { name: string; attribute: string; before: string; now: string }[];
  current: { title: string | null; body: string | null };
}

/** The address of a document's versions, of all or of one. */
export const addressOf = (
  model: string,
  documentId: string,
  ...rest: (string | number)[]
): string => ['/bot/versions', model, documentId, ...rest].join('/');

/** Earlier versions of a document, the newest first. */
export const useVersions = (model: string, documentId: string | undefined): Version[] =>
  useAnswer<Version[]>(documentId && addressOf(model, documentId)).data ?? [];

/** One of them. */
export const useVersion = (
  model: string,
  documentId: string,
  id: number
): WholeVersion | undefined => useAnswer<WholeVersion>(addressOf(model, documentId, id)).data;
