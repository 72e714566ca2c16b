import { setTimeout as pause } from 'node:timers/promises';

const STEP = 20;
/** No request and no query for so long. */
const QUIET = 120;
/** CPU milliseconds in one step that a server with nothing to do may take. */
const IDLE = 2;
const PATIENCE = 20_000;

/**
 * Waits until the server has done what it does behind its answers: removing bytes, telling
 * webhooks, filling caches. At rest it has had no query for a while and uses next to no CPU.
 */
export const settle = async (meter) => {
  const deadline = performance.now() + PATIENCE;
  let before = meter.read().cpu;
  while (performance.now() < deadline) {
    await pause(STEP);
    const now = meter.read().cpu;
    if (meter.quietFor() > QUIET && now - before < IDLE) return;
    before = now;
  }
  throw new Error('The server did not come to rest');
};
