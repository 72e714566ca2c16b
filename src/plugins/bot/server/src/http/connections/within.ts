import { setTimeout as pause } from 'node:timers/promises';

/** Waits for `work`, but not for longer than so many milliseconds. */
export const within = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const over = new AbortController();
  const time = pause(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
  try {
    await Promise.race([work, time]);
  } finally {
    over.abort();
  }
};
