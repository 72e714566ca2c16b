import { createHash } from 'node:crypto';

import { protocolError } from '../errors';

/** What `If-Match` allows: any state of what is there, or those with these tags. */
export type EntityTags = '*' | ReadonlySet<string>;

/** A tag in a list of them (RFC 9110, section 8.8.3). */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/;
const LIST = new RegExp(`^\\s*${TAG.source}(?:\\s*,\\s*${TAG.source})*\\s*$`);

/**
 * Makes the strong tag of something that is shown.
 * @param shown all that it says, in JSON
 */
export const entityTagOf = (shown: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;

/**
 * Reads `If-Match` (RFC 9110, section 13.1.1).
 * @returns undefined if there is no such header
 * @throws `invalid-request`
 */
export const parseIfMatch = (header: string | undefined): EntityTags | undefined => {
  if (header === undefined) {
    return undefined;
  }
  if (header.trim() === '*') {
    return '*';
  }
  if (!LIST.test(header)) {
    throw protocolError('invalid-request', {
      message: 'If-Match must be * or entity tags in quotes, separated by commas',
    });
  }
  return new Set(header.match(new RegExp(TAG.source, 'g')));
};

/** Compares strongly, as `If-Match` asks: a weak tag is like no other. */
export const isMatchedBy = (tags: EntityTags, tag: string): boolean =>
  tags === '*' || tags.has(tag);
