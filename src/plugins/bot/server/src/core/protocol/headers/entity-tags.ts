import { createHash } from 'node:crypto';
import { type EntityTags, ifMatch } from '@fleet-bot/protocol';
import type { Context } from 'koa';

import { protocolError } from '../errors';

/** Creates a strong entity tag. @param shown everything in the answer, as JSON values */
export const entityTagOf = (shown: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;

/** Parses `If-Match`; undefined if it is missing. @throws `invalid-request` */
export const parseIfMatch = (header: string | undefined): EntityTags | undefined => {
  if (header === undefined) return undefined;
  const { data, error } = ifMatch.safeParse(header);
  if (error !== undefined) {
    throw protocolError('invalid-request', { message: error.issues[0]?.message });
  }
  return data;
};

/** Whether an entity tag is in an `If-Match` header. Uses strong comparison: weak tags never match. */
export const isMatchedBy = (tags: EntityTags, tag: string): boolean =>
  tags === '*' || tags.has(tag);

/**
 * Whether the client already has the current answer (RFC 9110, section 13.1). Ignores `Cache-Control: no-cache`, which
 * addresses caches and which Node's `fetch` sends with `If-None-Match`; Koa's `fresh` would respect it.
 */
export const isUnchanged = ({ request }: Context): boolean => {
  const { 'if-none-match': tags, 'if-modified-since': since } = request.header;
  if (tags === undefined && since === undefined) return false;
  const header = { 'if-none-match': tags, 'if-modified-since': since };
  return (Object.create(request, { header: { value: header } }) as typeof request).fresh;
};
