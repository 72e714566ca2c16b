import { createHash, timingSafeEqual } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { protocolError } from '../protocol/errors';

import { botConfig } from './lookup';

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** RFC 6750: the scheme is case-insensitive, the token is one run of visible characters. */
const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

/**
 * Knows the tokens of the bot. Digests are compared, not tokens: they are of one length,
 * as `timingSafeEqual` needs, so not even the length of the expected token can be measured.
 */
export const createTokenService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { token, previousToken } = botConfig(strapi);
  const isConfigured = token.trim() !== '';
  const accepted = [token, previousToken]
    .map((candidate) => candidate.trim())
    .filter((candidate) => candidate !== '')
    .map(digest);

  return {
    /**
     * Checks an `Authorization` header (interface document, section 5).
     * @throws `token-not-configured` before anything else is looked at, `token-missing` if
     *   the header is absent or not of the Bearer form, `token-invalid` if it does not match
     */
    check(authorization: string | undefined): void {
      if (!isConfigured) {
        throw protocolError('token-not-configured');
      }
      const presented = BEARER.exec(authorization ?? '')?.[1];
      if (presented === undefined) {
        throw protocolError('token-missing', { headers: { 'WWW-Authenticate': 'Bearer' } });
      }
      const presentedDigest = digest(presented);
      // Every candidate is compared, so the time taken does not tell which one matched.
      const matches = accepted.filter((candidate) => timingSafeEqual(candidate, presentedDigest));
      if (matches.length === 0) {
        throw protocolError('token-invalid', {
          headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
        });
      }
    },
  };
};

export type TokenService = ReturnType<typeof createTokenService>;
