import { setTimeout as pause } from 'node:timers/promises';

/** Waits for `work`, but not longer than so many milliseconds; undefined if it takes longer. */
export const within = async <Result>(
  milliseconds: number,
  work: Promise<Result>
): Promise<Result | undefined> => {
  const over = new AbortController();
  const time = pause(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, time]);
  } finally {
    over.abort();
  }
};
