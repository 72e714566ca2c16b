import { setTimeout as pause } from 'node:timers/promises';

import { send, type Answer, type Call } from '../support/http-client';
import { count, type Ledger } from './ledger';
import type { Random } from '../support/random';

/** Statuses after which the bot sends the same request again. */
const AGAIN = new Set([409, 429, 502, 503, 504, 507]);
const RETRY_MILLISECONDS = 180_000;

export interface TimedAnswer extends Answer {
  /** Times in milliseconds of the first attempt, the last attempt, and the answer. */
  requestedAt: number;
  sentAt: number;
  answeredAt: number;
}

/** Sends a request until it gets a final answer. @throws after three minutes */
export type SendWithRetries = (call: Call) => Promise<TimedAnswer>;

/** Makes the function with which bots send and retry requests. */
export const createSendWithRetries = (
  url: string,
  ledger: Ledger,
  random: Random
): SendWithRetries => {
  const { counts, statuses } = ledger;

  const tryOnce = async (call: Call): Promise<Answer | undefined> => {
    counts.requests += 1;
    try {
      const answer = await send(url, call);
      count(statuses, answer.status);
      return answer;
    } catch (error) {
      if (Reflect.get(Object(error), 'code') === 'ECONNREFUSED') counts.refused += 1;
      else counts.cutOff += 1;
      return undefined;
    }
  };

  return async (call) => {
    const deadline = Date.now() + RETRY_MILLISECONDS;
    const requestedAt = performance.now();
    let last: Answer | undefined;
    while (Date.now() < deadline) {
      const sentAt = performance.now();
      const answer = await tryOnce(call);
      last = answer ?? last;
      if (answer !== undefined && !AGAIN.has(answer.status)) {
        return { ...answer, requestedAt, sentAt, answeredAt: performance.now() };
      }
      counts.retries += 1;
      await pause(random.between(20, 200));
    }
    const answered = last === undefined ? 'nothing' : `${last.status} ${JSON.stringify(last.body)}`;
    throw new Error(
      `${call.method} ${call.path} was not answered for good in ${RETRY_MILLISECONDS} ms, but with ${answered}`
    );
  };
};
