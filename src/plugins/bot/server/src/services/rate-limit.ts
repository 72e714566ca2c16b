import type { Core } from '@strapi/strapi';
import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';

import { protocolError } from '../protocol/errors';

import { botConfig } from './lookup';
import { createSharedCounter } from './shared-counter';

/** Where a limit stands: requests left, and seconds until it is full again. */
export interface Allowance {
  remaining: number;
  seconds: number;
}

/** How often an instance tells the others what it has counted. */
const SHARE_MILLISECONDS = 1_000;
const ALL = 'all';

const inSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

/** Bounds how much is asked of this site, and how often its token may be guessed. */
export const createRateLimitService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { requests, requestSeconds, wrongTokens, wrongTokenSeconds } = botConfig(strapi).rateLimit;

  let counters: { requests: RateLimiterAbstract; guesses: RateLimiterAbstract };
  let timer: NodeJS.Timeout | undefined;

  /** Addresses that have guessed too often; kept here, so that nobody else pays for asking. */
  const blocked = new RateLimiterMemory({ points: 1, duration: wrongTokenSeconds });

  // A row that every request of every instance updates would be the slowest place of the site.
  // So an instance counts by itself, and adds to the shared count once a second.
  let window = { counted: 0, endsAt: 0 };
  let untold = 0;

  const share = async (): Promise<void> => {
    const told = untold;
    if (told > 0) {
      const { consumedPoints, msBeforeNext } = await counters.requests.penalty(ALL, told);
      window = { counted: consumedPoints, endsAt: Date.now() + msBeforeNext };
      untold -= told;
    }
  };

  const tooMany = (code: 'too-many-requests' | 'too-many-wrong-tokens', milliseconds: number) =>
    protocolError(code, { headers: { 'Retry-After': String(inSeconds(milliseconds)) } });

  return {
    /** Starts counting; to be called while the site loads. */
    async start(): Promise<void> {
      counters = {
        requests: await createSharedCounter(strapi, {
          name: 'requests',
          points: requests,
          duration: requestSeconds,
        }),
        guesses: await createSharedCounter(strapi, {
          name: 'wrong-tokens',
          points: wrongTokens,
          duration: wrongTokenSeconds,
        }),
      };
      const shareOrLog = () => share().catch((error: unknown) => strapi.log.warn(error));
      timer = setInterval(() => void shareOrLog(), SHARE_MILLISECONDS).unref();
    },

    stop(): void {
      clearInterval(timer);
    },

    /** The limit on requests, for the `RateLimit-Policy` header. */
    policy: { quota: requests, seconds: requestSeconds },

    /**
     * Counts a request.
     * @throws `too-many-requests`
     */
    countRequest(): Allowance {
      const now = Date.now();
      if (now >= window.endsAt) {
        window = { counted: 0, endsAt: now + requestSeconds * 1000 };
        untold = 0;
      }
      untold += 1;
      const remaining = requests - window.counted - untold;
      if (remaining < 0) {
        throw tooMany('too-many-requests', window.endsAt - now);
      }
      return { remaining, seconds: inSeconds(window.endsAt - now) };
    },

    /** @throws `too-many-wrong-tokens` if this address has guessed too often */
    async assertMayGuess(address: string): Promise<void> {
      const block = await blocked.get(address);
      if (block !== null) {
        throw tooMany('too-many-wrong-tokens', block.msBeforeNext);
      }
    },

    /** Counts a wrong token from an address, on all instances together. */
    async countGuess(address: string): Promise<void> {
      const { remainingPoints, msBeforeNext } = await counters.guesses.penalty(address);
      if (remainingPoints <= 0) {
        await blocked.block(address, inSeconds(msBeforeNext));
      }
    },
  };
};

export type RateLimitService = ReturnType<typeof createRateLimitService>;
