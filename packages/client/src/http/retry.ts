import { BotError } from './errors';

/** Limits of retries. */
export interface Patience {
  /** Most attempts, including the first. Default 8. */
  tries: number;
  /** Milliseconds for all attempts and pauses. Default 10 minutes; 70 for uploads. */
  within: number;
  /** Milliseconds of the pause after the first attempt, doubled after each. Default 500. */
  firstPause: number;
}

const LONGEST_PAUSE = 60_000;
/** Most milliseconds that are added to a pause that the site asks for, so that many bots do not return at once. */
const SPREAD = 1_000;

/** Waits some milliseconds. @throws the reason of `signal` if it aborts */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });

/** Pause before the next attempt in milliseconds: half fixed, half random. */
const pauseAfter = (tries: number, firstPause: number, retryAfter = 0): number => {
  const longest = Math.min(LONGEST_PAUSE, firstPause * 2 ** (tries - 1));
  const own = longest * (0.5 + Math.random() / 2);
  return Math.max(own, retryAfter + Math.random() * Math.min(SPREAD, longest));
};

/**
 * Retries while the error may pass. An attempt that finds the first one still running does not count as failed: a later
 * attempt gets its answer.
 * @throws the last error
 */
export const persist = async <Result>(
  attempt: () => Promise<Result>,
  { tries, within, firstPause }: Patience,
  signal?: AbortSignal
): Promise<Result> => {
  const end = Date.now() + within;
  for (let made = 1; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof BotError) || !error.retryable) throw error;
      const isRunning = error.code === 'idempotency-key-in-use';
      const wait = pauseAfter(isRunning ? 1 : made, firstPause, error.retryAfter);
      if ((!isRunning && made >= tries) || Date.now() + wait > end) throw error;
      await pause(wait, signal);
      if (!isRunning) made += 1;
    }
  }
};
