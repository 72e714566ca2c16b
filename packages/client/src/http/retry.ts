import { BotError } from './errors';

/** How long and how often something is tried. */
export interface Patience {
  /** Tries at most, the first one counted. Default 8. */
  tries: number;
  /** Milliseconds for all tries and the pauses between them. Default 10 minutes; 70 for uploads. */
  within: number;
  /** Milliseconds of the pause after the first try; it doubles with each. Default 500. */
  firstPause: number;
}

const LONGEST_PAUSE = 60_000;
/** What is added at most to a pause that the site asks for, so that many bots do not come back at once. */
const SPREAD = 1_000;

/** Waits. @throws the reason of `signal` when that aborts */
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

/** Half of it is fixed, half is chance. */
const pauseAfter = (tries: number, firstPause: number, retryAfter = 0): number => {
  const longest = Math.min(LONGEST_PAUSE, firstPause * 2 ** (tries - 1));
  const own = longest * (0.5 + Math.random() / 2);
  return Math.max(own, retryAfter + Math.random() * Math.min(SPREAD, longest));
};

/**
 * Tries until it works, for as long as an error may pass. That the first try is still running is no failed try: the
 * next one finds its answer, or waits for it.
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
