import { z } from 'zod';

const KEY_LENGTH = 255;
const QUOTED = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const BARE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

const keyIn = (header: string): string =>
  QUOTED.exec(header)?.[1]?.replace(/\\(.)/g, '$1') ??
  (BARE.test(header) && !header.startsWith('"') ? header : '');

/**
 * Idempotency key: a quoted string, as in the IETF HTTPAPI draft (draft-ietf-httpapi-idempotency-key-header), or the
 * same characters without quotes.
 */
export const idempotencyKey = z
  .string()
  .transform(keyIn)
  .pipe(z.string().min(1).max(KEY_LENGTH))
  .meta({
    description: 'Makes a retry safe: 1 to 255 printable ASCII characters, bare or in quotes',
    examples: ['post-4711'],
  });

/** Parsed `If-Match`: any current version, or one with these tags. */
export type EntityTags = '*' | ReadonlySet<string>;

/** An entity tag in a list (RFC 9110, section 8.8.3). */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/;
const TAGS = new RegExp(`^\\s*(?:\\*|${TAG.source}(?:\\s*,\\s*${TAG.source})*)\\s*$`);

/** The request header `If-Match` (RFC 9110, section 13.1.1). */
export const ifMatch = z
  .string()
  .regex(TAGS, 'If-Match must be * or entity tags in quotes, separated by commas')
  .transform((header): EntityTags =>
    header.trim() === '*' ? '*' : new Set(header.match(new RegExp(TAG.source, 'g')))
  )
  .describe('Only if the publication is still the one with this ETag; * or ETags with commas');

/** Request id of a client, limited to characters that are safe in a header, a log line and an error. */
export const requestId = z
  .string()
  .regex(/^[\w.:-]{1,128}$/)
  .describe(
    'The id of the request, in the log and in every error; the site makes one if none comes'
  );

const authorization = z.string().describe('Bearer and the token of the site');

/** Headers of every request except the health check, which needs no token. */
export const REQUEST_HEADERS = {
  Authorization: authorization,
  'X-Request-Id': requestId.optional(),
};

const text = (description: string) => z.string().describe(description);

/** Headers of every answer. */
export const ANSWER_HEADERS = {
  'X-Request-Id': requestId,
  'RateLimit-Policy': text('The limit: its name, q requests in w seconds').optional(),
  RateLimit: text('Where it stands: r requests left, all of them again in t seconds').optional(),
  Deprecation: text('Since when the endpoint is deprecated (RFC 9745)').optional(),
  Sunset: text('When it is removed (RFC 8594)').optional(),
  Link: text('What to use in place of a deprecated endpoint, rel="deprecation"').optional(),
};

/** Headers of every error. */
export const ERROR_HEADERS = {
  ...ANSWER_HEADERS,
  'Retry-After': text('Seconds to wait, of errors that pass by themselves').optional(),
  'WWW-Authenticate': text('Of a 401').optional(),
  Allow: text('Of a 405').optional(),
};

export const etag = text('Changes with anything that the answer says');
export const kept = text('ETags of what the client has: if it is still so, 304').optional();
export const location = text('The address of what was made');
export const nextPage = text('The address of the next page, rel="next"; absent on the last one');
export const replayed = z.literal('true').describe('This is the kept answer to an earlier request');

/** Version of the tus protocol for resumable uploads. */
export const TUS_VERSION = '1.0.0';
const bytes = (description: string) => z.string().regex(/^\d+$/).describe(description);

/** Headers of resumable uploads (tus 1.0.0). */
export const tus = {
  version: z.literal(TUS_VERSION),
  method: text('In place of the method, for clients that know GET and POST only').optional(),
  length: bytes('Of the whole file'),
  deferred: z.literal('1').optional().describe('The length of the file comes later'),
  metadata: text('Names and values in base64, as UploadMetadata names them').optional(),
  offset: bytes('How much is there'),
  expires: text('When the upload is removed if it is not whole'),
  preferred: z.literal('return=representation').describe('The answer has the material'),
  prefer: text(
    '`return=representation` to get the material in the answer to the last part (RFC 7240)'
  ),
};
