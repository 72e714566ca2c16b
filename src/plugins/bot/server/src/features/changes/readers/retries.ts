/**
 * Seconds between an attempt that has failed and the next one, as Standard Webhooks 1.0.0 has them
 * ("Deliverability and reliability"): the last one is made after three days and three and a half hours.
 */
const PAUSES: readonly [number, ...number[]] = [
  5,
  5 * 60,
  30 * 60,
  2 * 3_600,
  5 * 3_600,
  10 * 3_600,
  14 * 3_600,
  20 * 3_600,
  24 * 3_600,
];

/** Part of a pause that is added at random, so that what failed together is not tried together. */
const JITTER = 0.1;

/** A receiver cannot put us off for longer than this. */
const LONGEST_RETRY_AFTER = 24 * 3_600;

/** The seconds until the next attempt, with some at random; undefined if there is none. @param attempts how many have failed */
export const pauseAfter = (attempts: number): number | undefined => {
  const pause = PAUSES[attempts - 1];
  return pause === undefined ? undefined : pause * (1 + Math.random() * JITTER);
};

/** The seconds that a receiver gets which has asked for so many by `Retry-After`. */
export const granted = (retryAfter: number): number =>
  Math.min(Math.max(retryAfter, PAUSES[0]), LONGEST_RETRY_AFTER);
