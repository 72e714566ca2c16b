import { BotError } from './errors';

/** How long and how often something is tried. */
export interface Patience {
  /** Tries at most, the first one counted. Default: as many as there is time for. */
  tries: number;
  /** Milliseconds for all tries and the pauses between them. Default 30 seconds for reads, 2 minutes for writes. */
  within: number;
  /** Milliseconds to wait for a first try that the site is still working on. Default: `within`; 70 minutes for uploads. */
  whileRunning?: number;
  /** Milliseconds of the pause after the first try; it doubles with each. Default 500. */
  firstPause: number;
}

export const PATIENCE = { tries: Infinity, firstPause: 500 };
const LONGEST_PAUSE = 15_000;
/** Milliseconds that are left for the last try. */
const LAST_TRY = 1_000;
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

/** Half of the own pause is fixed, half is chance. A pause that the site asks for is not cut to the time that is left. */
const pauseAfter = (tries: number, firstPause: number, left: number, retryAfter = 0): number => {
  const longest = Math.min(LONGEST_PAUSE, firstPause * 2 ** (tries - 1));
  const own = Math.min(left, longest * (0.5 + Math.random() / 2));
  return Math.max(own, retryAfter && retryAfter + Math.random() * Math.min(SPREAD, longest));
};

/** Whether another try may help soon: a pause of the bot, and a host that does not exist, last for longer. */
const mayPassSoon = ({ retryable, code, cause }: BotError): boolean =>
  retryable && code !== 'bot-paused' && Object(cause).code !== 'ENOTFOUND';

/**
 * Tries until it works, for as long as an error may pass. That the first try is still running is no failed try: the
 * next one finds its answer, or waits for it.
 * @param attempt is told how many milliseconds are left
 * @param onRetry is told of each failed try that another one follows
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
