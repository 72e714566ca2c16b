import path from 'node:path';

/** Environment of a server process whose clock is some seconds ahead, or behind if negative. */
export const clockAhead = (seconds: number): Record<string, string> => ({
  CLOCK_AHEAD_SECONDS: String(seconds),
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require "${path.join(__dirname, 'clock-ahead.cjs')}"`,
});
