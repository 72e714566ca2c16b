import { setTimeout as pause } from 'node:timers/promises';

import type { Options } from './options';
import type { Random } from './random';
import type { ServerProcess } from './server';

/** One kill in so many comes while the server starts. */
const STARTING = 0.15;

/**
 * Kills the server at random moments and starts it again.
 * @returns how many kills were made; the server runs when this ends
 */
export const killAgainAndAgain = async (
  server: ServerProcess,
  random: Random,
  { kills, seconds }: Options,
  report: (made: number) => void
): Promise<number> => {
  const deadline = Date.now() + seconds * 1000;
  let startMilliseconds = 4_000;
  let made = 0;
  for (; made < kills && Date.now() < deadline; made += 1) {
    const startedAt = Date.now();
    const ready = server.start();
    if (made > 0 && random.chance(STARTING)) {
      await pause(random.between(0, Math.round(startMilliseconds)));
    } else {
      await ready;
      startMilliseconds = Date.now() - startedAt;
      await pause(random.between(20, random.between(200, 4_000)));
    }
    await server.kill9();
    await ready;
    report(made + 1);
  }
  await server.start();
  return made;
};
