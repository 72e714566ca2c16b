import { createHash, timingSafeEqual } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { botConfig } from '../config';
import { serviceOf } from '../service';
import { protocolError } from '../protocol/errors';

import { getSwitchesService } from './switches';

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Header format of RFC 6750: case-insensitive scheme, then a token of visible characters. */
const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

/** The token of a Bearer `Authorization` header; undefined for other headers. */
const presentedIn = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1];

/**
 * Creates a function that tells whether a token is in `tokens`. Compares digests, because `timingSafeEqual` needs equal
 * lengths; this also hides the lengths of `tokens`.
 */
const createTokenTest = (tokens: string[]): ((presented: string) => boolean) => {
  const accepted = tokens
    .map((candidate) => candidate.trim())
    .filter((candidate) => candidate !== '')
    .map(digest);
  return (presented) => {
    const presentedDigest = digest(presented);
    // Compares all candidates, so that the duration does not reveal which one matched.
    return accepted.filter((candidate) => timingSafeEqual(candidate, presentedDigest)).length > 0;
  };
};

/**
 * Creates a check that an `Authorization` header contains one of the tokens.
 * @returns a function that throws `token-missing` (also for other schemes) or `token-invalid`
 */
export const createTokenCheck =
  (tokens: string[], isAccepted = createTokenTest(tokens)) =>
  (authorization: string | undefined): void => {
    const presented = presentedIn(authorization);
    if (presented === undefined) {
      throw protocolError('token-missing', { headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    if (!isAccepted(presented)) {
      throw protocolError('token-invalid', {
        headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
      });
    }
  };

export const createTokenService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { token, previousToken } = botConfig(strapi);
  const isConfigured = token.trim() !== '';
  const isAccepted = createTokenTest([token, previousToken]);
  const check = createTokenCheck([token, previousToken], isAccepted);

  return {
    /** Whether an `Authorization` header contains a valid token of the bot. */
    isRight(authorization: string | undefined): boolean {
      const presented = presentedIn(authorization);
      return isConfigured && presented !== undefined && isAccepted(presented);
    },

    /**
     * Checks an `Authorization` header (interface document, section 5).
     * @throws `token-not-configured` first, then `token-missing` (also for other schemes) or `token-invalid`
     */
    check(authorization: string | undefined): void {
      if (!isConfigured) throw protocolError('token-not-configured');
      check(authorization);
    },
  };
};

export const getTokenService = serviceOf<typeof createTokenService>('token');

/** Checks an `Authorization` header for a valid token of the bot; throws as `check` of the token service does. */
export const assertToken = (strapi: Core.Strapi, authorization: string | undefined): void =>
  getTokenService(strapi).check(authorization);

/**
 * Route policy that admits only the bot (interface document, section 5). Runs before the route's middlewares, so no
 * byte of the body is read before. Rejects a paused bot with `bot-paused`.
 */
export const botToken = (
  ctx: Pick<Context, 'request'>,
  config: { isAnsweredWhilePaused?: true },
  { strapi }: { strapi: Core.Strapi }
): void => {
  getTokenService(strapi).check(ctx.request.headers.authorization);
  if (!config.isAnsweredWhilePaused) getSwitchesService(strapi).assertNotPaused();
};
