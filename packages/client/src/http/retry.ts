import { BotError } from './errors';

/** Limits of retries. */
export interface Patience {
  /** Most attempts, including the first. Default: as many as the time allows. */
  tries: number;
  /** Milliseconds for all attempts and pauses. Default 30 seconds for reads, 2 minutes for writes. */
  within: number;
  /**
   * Milliseconds to wait for a first attempt that still runs on the site. Default: `within`; 70 minutes for uploads.
   */
  whileRunning?: number;
  /** Milliseconds of the pause after the first attempt, doubled after each. Default 500. */
  firstPause: number;
}

export const PATIENCE = { tries: Infinity, firstPause: 500 };
const LONGEST_PAUSE = 15_000;
/** Least milliseconds for the last attempt. */
const LAST_TRY = 1_000;
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

/**
 * Pause before the next attempt in milliseconds: half fixed, half random. Only this pause is limited by the time left,
 * not one that the site asks for.
 */
const pauseAfter = (tries: number, firstPause: number, left: number, retryAfter = 0): number => {
  const longest = Math.min(LONGEST_PAUSE, firstPause * 2 ** (tries - 1));
  const own = Math.min(left, longest * (0.5 + Math.random() / 2));
  return Math.max(own, retryAfter && retryAfter + Math.random() * Math.min(SPREAD, longest));
};

/** Whether a retry may help soon. A paused bot and an unknown host last longer. */
const mayPassSoon = ({ retryable, code, cause }: BotError): boolean =>
  retryable && code !== 'bot-paused' && Object(cause).code !== 'ENOTFOUND';

/**
 * Retries while the error may pass. An attempt that finds the first one still running does not count as failed: a later
 * attempt gets its answer.
 * @param attempt called with the milliseconds that are left
 * @param onRetry called with the error of each failed attempt that will be retried
 * @throws the last error
 */
export const persist = async <Result>(
  attempt: (left: number) => Promise<Result>,
  { tries, within, firstPause, whileRunning = within }: Patience,
  { signal, onRetry }: { signal?: AbortSignal; onRetry?: (error: BotError) => void } = {}
): Promise<Result> => {
  const begun = Date.now();
  let end = begun + within;
  for (let made = 1; ;) {
    try {
      return await attempt(Math.max(LAST_TRY, end - Date.now()));
    } catch (error) {
      if (!(error instanceof BotError) || !mayPassSoon(error)) throw error;
      const isRunning = error.code === 'idempotency-key-in-use';
      if (isRunning) end = Math.max(end, Math.min(begun + whileRunning, Date.now() + within));
      const left = end - LAST_TRY - Date.now();
      const wait = pauseAfter(isRunning ? 1 : made, firstPause, left, error.retryAfter);
      if ((!isRunning && made >= tries) || left <= 0 || wait > left) throw error;
      if (!isRunning) onRetry?.(error);
      await pause(wait, signal);
      if (!isRunning) made += 1;
    }
  }
};
