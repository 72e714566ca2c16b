import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import { RateLimiterMemory } from 'rate-limiter-flexible';

import { botConfig } from '../config';
import { codeOf, protocolError } from '../protocol/errors';
import { serviceOf } from '../service';
import { createHealthTest } from './health';
import { getTokenService } from './token';

/** A rate limit: `quota` requests in `seconds`. */
interface LimitPolicy {
  name: 'bot' | 'address' | 'wrong-tokens';
  quota: number;
  seconds: number;
}

/** State of a rate limit for one client (bot or IP address). */
interface Allowance {
  policy: LimitPolicy;
  /** Remaining requests; negative when the limit is exceeded. */
  remaining: number;
  /** Seconds until the full quota is available again. */
  seconds: number;
}

/** Rate limit headers (IETF draft-ietf-httpapi-ratelimit-headers). */
export const rateLimitHeaders = ({
  policy,
  remaining,
  seconds,
}: Allowance): Record<string, string> => ({
  'RateLimit-Policy': `"${policy.name}";q=${policy.quota};w=${policy.seconds}`,
  RateLimit: `"${policy.name}";r=${Math.max(0, remaining)};t=${seconds}`,
});

const refuse = (
  code: 'too-many-requests' | 'too-many-wrong-tokens',
  allowance: Allowance
): never => {
  throw protocolError(code, {
    headers: { 'Retry-After': String(allowance.seconds), ...rateLimitHeaders(allowance) },
  });
};

const assertLeft = (allowance: Allowance): Allowance =>
  allowance.remaining < 0 ? refuse('too-many-requests', allowance) : allowance;

/** Rounds up to whole seconds, at least one, because a client would retry at once after zero. */
const inSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

/**
 * Limits how many requests and failed authentications this instance accepts. The bot has its own limit; requests
 * without the token are limited per address and do not reduce the bot's quota. Counts in memory, so that strangers
 * cause no database load.
 */
export const createRateLimitService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { requests, requestSeconds, wrongTokens, wrongTokenSeconds } = botConfig(strapi).rateLimit;

  const policies = {
    bot: { name: 'bot', quota: requests, seconds: requestSeconds },
    stranger: { name: 'address', quota: requests, seconds: requestSeconds },
    failedAuthentications: { name: 'wrong-tokens', quota: wrongTokens, seconds: wrongTokenSeconds },
  } satisfies Record<string, LimitPolicy>;

  const strangers = new RateLimiterMemory({ points: requests, duration: requestSeconds });
  const guesses = new RateLimiterMemory({ points: wrongTokens, duration: wrongTokenSeconds });
  /**
   * The bot's requests in the current period of the rate limit. A plain counter, because the library's limiter, which
   * returns promises, is slower.
   */
  let window = { counted: 0, endsAt: 0 };

  return {
    /** Counts a request of the bot. @throws `too-many-requests` */
    countBot(): Allowance {
      const now = Date.now();
      if (now >= window.endsAt) window = { counted: 0, endsAt: now + requestSeconds * 1000 };
      window.counted += 1;
      const remaining = requests - window.counted;
      const seconds = inSeconds(window.endsAt - now);
      return assertLeft({ policy: policies.bot, remaining, seconds });
    },

    /**
     * Counts a request without a valid token. @throws `too-many-requests`; `too-many-wrong-tokens` if blocked for wrong
     * tokens
     */
    async countStranger(address: string): Promise<Allowance> {
      const guessed = await guesses.get(address);
      if (guessed !== null && guessed.consumedPoints >= wrongTokens) {
        const seconds = inSeconds(guessed.msBeforeNext);
        const policy = policies.failedAuthentications;
        refuse('too-many-wrong-tokens', { policy, remaining: 0, seconds });
      }
      const { consumedPoints, msBeforeNext } = await strangers.penalty(address);
      return assertLeft({
        policy: policies.stranger,
        remaining: requests - consumedPoints,
        seconds: inSeconds(msBeforeNext),
      });
    },

    async countFailedAuthentication(address: string): Promise<void> {
      await guesses.penalty(address);
    },
  };
};

const getRateLimitService = serviceOf<typeof createRateLimitService>('rateLimit');

/**
 * Middleware that limits all requests except health checks and sets the `RateLimit` headers. A valid token is accepted
 * from any address, because behind a proxy strangers may share the bot's address.
 */
export const createRateLimit = (strapi: Core.Strapi): Middleware => {
  const isHealth = createHealthTest(strapi);

  const letStrangerIn = async (ctx: Context, next: Next): Promise<void> => {
    const limits = getRateLimitService(strapi);
    ctx.set(rateLimitHeaders(await limits.countStranger(ctx.ip)));
    try {
      await next();
    } catch (error) {
      if (codeOf(error) === 'token-invalid') {
        await limits.countFailedAuthentication(ctx.ip);
      }
      throw error;
    }
  };

  return (ctx, next) => {
    if (isHealth(ctx)) return next();
    if (getTokenService(strapi).isRight(ctx.req.headers.authorization)) {
      ctx.set(rateLimitHeaders(getRateLimitService(strapi).countBot()));
      return next();
    }
    return letStrangerIn(ctx, next);
  };
};
