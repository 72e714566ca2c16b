import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import {
  RateLimiterMemory,
  RateLimiterMySQL,
  RateLimiterPostgres,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

import { botConfig } from '../../config';
import { codeOf, protocolError } from '../../protocol/errors';
import { serviceOf } from '../../service';
import { createPeriodicWorker } from '../../strapi/background-loop';
import { createHealthTest } from '../health';
import { getTokenService } from '../token';

import { createRequestWindow, inSeconds } from './request-window';

/** A limit: so many requests in so many seconds. */
interface LimitPolicy {
  name: 'bot' | 'address' | 'wrong-tokens';
  quota: number;
  seconds: number;
}

/** Where a limit stands for one client. */
interface Allowance {
  policy: LimitPolicy;
  /** Requests left; below zero for one too many. */
  remaining: number;
  /** Until all of them may be used again. */
  seconds: number;
}

/** The headers that tell it (IETF draft-ietf-httpapi-ratelimit-headers). */
export const rateLimitHeaders = ({
  policy,
  remaining,
  seconds,
}: Allowance): Record<string, string> => ({
  'RateLimit-Policy': `"${policy.name}";q=${policy.quota};w=${policy.seconds}`,
  RateLimit: `"${policy.name}";r=${Math.max(0, remaining)};t=${seconds}`,
});

/** How often an instance reports to the others what it has counted. */
const SHARE_MILLISECONDS = 1_000;
const ALL = 'all';

/**
 * Makes a counter that all instances of the site share, by way of the database. On SQLite there
 * is one instance, and memory will do.
 * @param points how much may be consumed in a window
 * @param duration of a window in seconds
 */
const createSharedCounter = (
  strapi: Core.Strapi,
  keyPrefix: string,
  points: number,
  duration: number
): Promise<RateLimiterAbstract> => {
  const limit = { keyPrefix, points, duration };
  const { client } = strapi.db.dialect;
  if (client === 'sqlite') {
    return Promise.resolve(new RateLimiterMemory(limit));
  }
  const Counter = client === 'postgres' ? RateLimiterPostgres : RateLimiterMySQL;
  const store = {
    storeClient: strapi.db.connection,
    storeType: 'knex',
    tableName: 'bot_rate_limits',
    schemaName: strapi.db.getSchemaName(),
    dbName: strapi.db.getInfo().displayName,
  };
  return new Promise((resolve, reject) => {
    const counter: RateLimiterAbstract = new Counter({ ...limit, ...store }, (error) =>
      error ? reject(error) : resolve(counter)
    );
  });
};

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

/**
 * Bounds how much is asked of this site, and how often authentication may fail. The bot has a
 * limit of its own, on all instances together; whoever does not show the token has the same one
 * for each address, and can take nothing from the bot's.
 */
export const createRateLimitService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { requests, requestSeconds, wrongTokens, wrongTokenSeconds } = botConfig(strapi).rateLimit;

  const policies = {
    bot: { name: 'bot', quota: requests, seconds: requestSeconds },
    stranger: { name: 'address', quota: requests, seconds: requestSeconds },
    failedAuthentications: { name: 'wrong-tokens', quota: wrongTokens, seconds: wrongTokenSeconds },
  } satisfies Record<string, LimitPolicy>;

  let all: RateLimiterAbstract;
  let failedAuthentications: RateLimiterAbstract;

  // Of this instance alone: a report of each stranger would be work that strangers make.
  const strangers = new RateLimiterMemory({ points: requests, duration: requestSeconds });
  /** Addresses that are blocked; kept here, so that nobody else pays for asking. */
  const blocked = new RateLimiterMemory({ points: 1, duration: wrongTokenSeconds });

  const window = createRequestWindow({
    quota: requests,
    seconds: requestSeconds,
    report: async (added) => {
      const { consumedPoints, msBeforeNext } = await all.penalty(ALL, added);
      return { counted: consumedPoints, milliseconds: msBeforeNext };
    },
  });
  const sharing = createPeriodicWorker(strapi, SHARE_MILLISECONDS, () => window.share());

  return {
    /** Starts counting; to be called while the site loads, as it may create its table. */
    async start(): Promise<void> {
      const { failedAuthentications: failed } = policies;
      all = await createSharedCounter(strapi, 'requests', requests, requestSeconds);
      failedAuthentications = await createSharedCounter(
        strapi,
        failed.name,
        wrongTokens,
        wrongTokenSeconds
      );
      await sharing.start();
    },

    stop: (patience: number) => sharing.stop(patience),

    /**
     * Counts a request of the bot.
     * @throws `too-many-requests`
     */
    countBot: (): Allowance => assertLeft({ policy: policies.bot, ...window.count() }),

    /**
     * Counts a request without the token from an address.
     * @throws `too-many-wrong-tokens` if it is blocked for these, `too-many-requests`
     */
    async countStranger(address: string): Promise<Allowance> {
      const block = await blocked.get(address);
      if (block !== null) {
        const seconds = inSeconds(block.msBeforeNext);
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

    /** Counts a wrong token from an address, on all instances together. */
    async countFailedAuthentication(address: string): Promise<void> {
      const { remainingPoints, msBeforeNext } = await failedAuthentications.penalty(address);
      if (remainingPoints <= 0) {
        await blocked.block(address, inSeconds(msBeforeNext));
      }
    },
  };
};

export const getRateLimitService = serviceOf<typeof createRateLimitService>('rateLimit');

/**
 * Applies the limits to every request but health, and reports them in the `RateLimit` headers. The
 * right token is let in from any address: strangers may share that of the bot, behind a proxy.
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
    if (isHealth(ctx)) {
      return next();
    }
    if (getTokenService(strapi).isRight(ctx.req.headers.authorization)) {
      ctx.set(rateLimitHeaders(getRateLimitService(strapi).countBot()));
      return next();
    }
    return letStrangerIn(ctx, next);
  };
};
