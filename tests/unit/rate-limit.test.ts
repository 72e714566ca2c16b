import type { Core } from '@strapi/strapi';

import { createRateLimitService } from '../../src/plugins/bot/server/src/core/http/rate-limit';

const rateLimit = { requests: 3, requestSeconds: 60, wrongTokens: 1, wrongTokenSeconds: 60 };
const strapi = { config: { get: () => ({ rateLimit }) } } as unknown as Core.Strapi;

test('a request of the bot is counted in a window that begins with the first one', () => {
  jest.useFakeTimers();
  const limits = createRateLimitService({ strapi });
  expect(limits.countBot()).toMatchObject({ remaining: 2, seconds: 60 });
  jest.advanceTimersByTime(20_000);
  expect(limits.countBot()).toMatchObject({ remaining: 1, seconds: 40 });
  limits.countBot();
  expect(() => limits.countBot()).toThrow();
  jest.advanceTimersByTime(40_000);
  expect(limits.countBot()).toMatchObject({ remaining: 2, seconds: 60 });
  jest.useRealTimers();
});
