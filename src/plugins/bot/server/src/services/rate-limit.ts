import type { Core } from '@strapi/strapi';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { protocolError } from '../protocol/errors';

import { botConfig } from './lookup';

/** Where a limit stands: requests left, and seconds until it is full again. */
export interface Allowance {
  remaining: number;
  seconds: number;
}

const secondsUntil = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

const consume = async (limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes> => {
  try {
    return await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) {
      return refusal;
    }
    throw refusal;
  }
};

/** Bounds how much is asked of this site, and how often its token may be guessed. */
export const createRateLimitService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { requests, requestSeconds, wrongTokens, wrongTokenSeconds } = botConfig(strapi).rateLimit;
  const all = new RateLimiterMemory({ points: requests, duration: requestSeconds });
  const guesses = new RateLimiterMemory({ points: wrongTokens, duration: wrongTokenSeconds });

  return {
    /** The limit on requests, for the `RateLimit-Policy` header. */
    policy: { quota: requests, seconds: requestSeconds },

    /**
     * Counts a request.
     * @throws `too-many-requests`
     */
    async countRequest(): Promise<Allowance> {
      const state = await consume(all, 'all');
      if (state.consumedPoints > requests) {
        throw protocolError('too-many-requests', { headers: { 'Retry-After': String(secondsUntil(state)) } });
      }
      return { remaining: state.remainingPoints, seconds: secondsUntil(state) };
    },

    /** @throws `too-many-wrong-tokens` if this address has guessed too often */
    async assertMayGuess(address: string): Promise<void> {
      const state = await guesses.get(address);
      if (state !== null && state.consumedPoints >= wrongTokens) {
        throw protocolError('too-many-wrong-tokens', { headers: { 'Retry-After': String(secondsUntil(state)) } });
      }
    },

    /** Counts a wrong token from an address. */
    async countGuess(address: string): Promise<void> {
      await consume(guesses, address);
    },
  };
};

export type RateLimitService = ReturnType<typeof createRateLimitService>;
