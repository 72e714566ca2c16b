import { createHash, timingSafeEqual } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { botConfig } from '../config';
import { serviceOf } from '../service';
import { protocolError } from '../protocol/errors';

import { getSwitchesService } from './switches';

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** RFC 6750: the scheme is case-insensitive, the token is one run of visible characters. */
const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

/** The token in an `Authorization` header, if it is of the Bearer form. */
const presentedIn = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1];

/**
 * Makes the test whether a token is one of some. Digests are compared, not tokens: they are of one length,
 * as `timingSafeEqual` needs, so not even the length of the expected token can be measured.
 */
const createTokenTest = (tokens: string[]): ((presented: string) => boolean) => {
  const accepted = tokens
    .map((candidate) => candidate.trim())
    .filter((candidate) => candidate !== '')
    .map(digest);
  return (presented) => {
    const presentedDigest = digest(presented);
    // Every candidate is compared, so the time taken does not tell which one matched.
    return accepted.filter((candidate) => timingSafeEqual(candidate, presentedDigest)).length > 0;
  };
};

/**
 * Makes the check that an `Authorization` header has one of some tokens.
 * @returns a function that throws `token-missing` (also if not Bearer) or `token-invalid`
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
    /** Whether an `Authorization` header shows that the bot has sent it. */
    isRight(authorization: string | undefined): boolean {
      const presented = presentedIn(authorization);
      return isConfigured && presented !== undefined && isAccepted(presented);
    },

    /**
     * Checks an `Authorization` header (interface document, section 5).
     * @throws `token-not-configured` before anything else, `token-missing` (also if not Bearer),
     *   `token-invalid`
     */
    check(authorization: string | undefined): void {
      if (!isConfigured) {
        throw protocolError('token-not-configured');
      }
      check(authorization);
    },
  };
};

export const getTokenService = serviceOf<typeof createTokenService>('token');

export const assertToken = (strapi: Core.Strapi, authorization: string | undefined): void =>
  getTokenService(strapi).check(authorization);

/**
 * Lets only the fleet bot through (interface document, section 5). It runs before the route's
 * middlewares, so before a byte of the body is read; a bot that an administrator has paused is told so.
 */
export const botToken = (
  ctx: Pick<Context, 'request'>,
  config: { isAnsweredWhilePaused?: true },
  { strapi }: { strapi: Core.Strapi }
): void => {
  getTokenService(strapi).check(ctx.request.headers.authorization);
  if (!config.isAnsweredWhilePaused) getSwitchesService(strapi).assertNotPaused();
};
