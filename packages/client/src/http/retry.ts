import { BotError } from './errors';

/** Limits of retries. */
export interface Patience {
  /** Maximum number of attempts, including the first. Default: as many as the time allows. */
  tries: number;
  /** Milliseconds for all attempts and pauses. Default 30 seconds for reads, 2 minutes for writes. */
  within: number;
  /** Milliseconds to wait while the site still runs an earlier attempt. Default: `within`; uploads: 70 minutes. */
  whileRunning?: number;
  /** Pause after the first attempt in milliseconds, doubled after each further one. Default 500. */
  firstPause: number;
}

const LONGEST_PAUSE = 15_000;
/** Minimum time for the last attempt in milliseconds. */
const LAST_TRY = 1_000;
/** Maximum random delay in milliseconds added to `Retry-After`, so that many bots do not return at once. */
const SPREAD = 1_000;

/** Waits the given milliseconds. @throws the reason of `signal` if it aborts */
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

/** Pause before the next attempt in milliseconds, half of it random: at most `left`, but at least `retryAfter`. */
const pauseAfter = (tries: number, firstPause: number, left: number, retryAfter = 0): number => {
  const longest = Math.min(LONGEST_PAUSE, firstPause * 2 ** (tries - 1));
  const own = Math.min(left, longest * (0.5 + Math.random() / 2));
  return Math.max(own, retryAfter && retryAfter + Math.random() * Math.min(SPREAD, longest));
};

/** Failures that a retry does not solve: unknown host name, port that `fetch` blocks, invalid certificate. */
const LASTING = /ENOTFOUND|bad port|CERT|^ERR_(SSL|TLS)|^UNABLE_TO/;

/** Whether a retry may help soon. False if an administrator has paused the bot, because the pause may be long. */
const mayPassSoon = ({ retryable, code, cause }: BotError): boolean => {
  const { code: failure = '', message = '' } = Object(cause) as NodeJS.ErrnoException;
  return retryable && code !== 'bot-paused' && !LASTING.test(failure || message);
};

/**
 * Repeats an attempt after temporary failures. An attempt does not count if it fails because the site still executes an
 * earlier attempt; a later attempt gets the answer of the earlier one.
 * @param attempt receives the remaining milliseconds
 * @param onRetry called with the error of each failed attempt that will be retried
 * @throws the last error; the reason of `signal` if it aborts
 */
export const persist = async <Result>(
  attempt: (left: number) => Promise<Result>,
  { tries = Infinity, within = 30_000, firstPause = 500, whileRunning = within }: Partial<Patience>,
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
