import { createHash } from 'node:crypto';

import { ifMatch, type EntityTags } from '@fleet-bot/protocol';

import { protocolError } from '../errors';

/** Creates a strong entity tag. @param shown everything in the answer, as JSON values */
export const entityTagOf = (shown: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;

/** Parses `If-Match`; undefined if it is missing. @throws `invalid-request` */
export const parseIfMatch = (header: string | undefined): EntityTags | undefined => {
  if (header === undefined) {
    return undefined;
  }
  const { data, error } = ifMatch.safeParse(header);
  if (error !== undefined) {
    throw protocolError('invalid-request', { message: error.issues[0]?.message });
  }
  return data;
};

/** Strong comparison, as `If-Match` requires: weak tags never match. */
export const isMatchedBy = (tags: EntityTags, tag: string): boolean =>
  tags === '*' || tags.has(tag);
