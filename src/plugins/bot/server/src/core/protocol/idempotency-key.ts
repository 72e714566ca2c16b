import { protocolError } from './errors';

const QUOTED = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const BARE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const LENGTH = 255;

/**
 * Reads an `Idempotency-Key` header: a quoted string, as in the IETF HTTPAPI draft
 * (draft-ietf-httpapi-idempotency-key-header), or the same characters bare.
 * @returns undefined if there is no such header
 * @throws `idempotency-key-invalid`
 */
export const parseIdempotencyKey = (header: string | undefined): string | undefined => {
  if (header === undefined) {
    return undefined;
  }
  const quoted = QUOTED.exec(header)?.[1]?.replace(/\\(.)/g, '$1');
  const key = quoted ?? (BARE.test(header) && !header.startsWith('"') ? header : '');
  if (key.length < 1 || key.length > LENGTH) {
    throw protocolError('idempotency-key-invalid');
  }
  return key;
};
