import path from 'node:path';

/** What a server process is started with whose clock is so many seconds ahead, or behind. */
export const clockAhead = (seconds: number): Record<string, string> => ({
  CLOCK_AHEAD_SECONDS: String(seconds),
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require "${path.join(__dirname, 'clock-ahead.cjs')}"`,
});
