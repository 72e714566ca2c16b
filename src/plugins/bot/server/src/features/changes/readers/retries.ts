/**
 * Seconds between a failed delivery attempt and the next, as in Standard Webhooks 1.0.0 ("Deliverability and
 * reliability"). The last attempt is three days and three and a half hours after the first.
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

/**
 * Maximum random extension of the pause between two attempts, as a fraction of the pause. Prevents simultaneous retries
 * of deliveries that failed simultaneously.
 */
const JITTER = 0.1;

/** Maximum accepted `Retry-After`, in seconds. */
const LONGEST_RETRY_AFTER = 24 * 3_600;

/** Seconds until the next attempt, randomized; undefined after the last. @param attempts number of failed attempts */
export const pauseAfter = (attempts: number): number | undefined => {
  const pause = PAUSES[attempts - 1];
  return pause === undefined ? undefined : pause * (1 + Math.random() * JITTER);
};

/** Limits the seconds of a `Retry-After` header to the accepted range. */
export const clampRetryAfter = (retryAfter: number): number =>
  Math.min(Math.max(retryAfter, PAUSES[0]), LONGEST_RETRY_AFTER);
