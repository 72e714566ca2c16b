import type { Core } from '@strapi/strapi';
import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';

import { botConfig } from '../../config';
import { serviceOf } from '../../service';
import { protocolError } from '../../protocol/errors';
import {
  rateLimitHeaders,
  type Allowance,
  type LimitPolicy,
} from '../../protocol/headers/rate-limit-headers';

import { createRequestWindow, inSeconds } from './request-window';
import { createSharedCounter } from './shared-counter';

/** How often an instance reports to the others what it has counted. */
const SHARE_MILLISECONDS = 1_000;
const ALL = 'all';

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

  let counters: { requests: RateLimiterAbstract; failedAuthentications: RateLimiterAbstract };
  let timer: NodeJS.Timeout | undefined;

  // Of this instance alone: a report of each stranger would be work that strangers make.
  const strangers = new RateLimiterMemory({ points: requests, duration: requestSeconds });
  /** Addresses that are blocked; kept here, so that nobody else pays for asking. */
  const blocked = new RateLimiterMemory({ points: 1, duration: wrongTokenSeconds });

  const window = createRequestWindow({
    quota: requests,
    seconds: requestSeconds,
    report: async (added) => {
      const { consumedPoints, msBeforeNext } = await counters.requests.penalty(ALL, added);
      return { counted: consumedPoints, milliseconds: msBeforeNext };
    },
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

  return {
    /** Starts counting; to be called while the site loads. */
    async start(): Promise<void> {
      counters = {
        requests: await createSharedCounter(strapi, {
          name: 'requests',
          points: requests,
          duration: requestSeconds,
        }),
        failedAuthentications: await createSharedCounter(strapi, {
          name: 'wrong-tokens',
          points: wrongTokens,
          duration: wrongTokenSeconds,
        }),
      };
      const shareOrLog = () => window.share().catch((error: unknown) => strapi.log.warn(error));
      timer = setInterval(() => void shareOrLog(), SHARE_MILLISECONDS).unref();
    },

    stop(): void {
      clearInterval(timer);
    },

    /**
     * Counts a request of the bot.
     * @throws `too-many-requests`
     */
    countBot: (): Allowance => assertLeft({ policy: policies.bot, ...window.count() }),

    /**
     * Counts a request without the token from an address.
     * @throws `too-many-requests`
     */
    async countStranger(address: string): Promise<Allowance> {
      const { consumedPoints, msBeforeNext } = await strangers.penalty(address);
      return assertLeft({
        policy: policies.stranger,
        remaining: requests - consumedPoints,
        seconds: inSeconds(msBeforeNext),
      });
    },

    /** @throws `too-many-wrong-tokens` if this address is blocked for wrong tokens */
    async assertNotBlocked(address: string): Promise<void> {
      const block = await blocked.get(address);
      if (block !== null) {
        refuse('too-many-wrong-tokens', {
          policy: policies.failedAuthentications,
          remaining: 0,
          seconds: inSeconds(block.msBeforeNext),
        });
      }
    },

    /** Counts a wrong token from an address, on all instances together. */
    async countFailedAuthentication(address: string): Promise<void> {
      const { remainingPoints, msBeforeNext } =
        await counters.failedAuthentications.penalty(address);
      if (remainingPoints <= 0) {
        await blocked.block(address, inSeconds(msBeforeNext));
      }
    },
  };
};

export const getRateLimitService = serviceOf<typeof createRateLimitService>('rateLimit');
