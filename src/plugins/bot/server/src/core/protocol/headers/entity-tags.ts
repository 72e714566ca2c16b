import { createHash } from 'node:crypto';

import { ifMatch, type EntityTags } from '@fleet-bot/protocol';

import { protocolError } from '../errors';

/** Makes a strong tag. @param shown all that is shown, in JSON */
export const entityTagOf = (shown: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;

/** Reads `If-Match`; undefined without it. @throws `invalid-request` */
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

/** Compares strongly, as `If-Match` asks: a weak tag is like no other. */
export const isMatchedBy = (tags: EntityTags, tag: string): boolean =>
  tags === '*' || tags.has(tag);
