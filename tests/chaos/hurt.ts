import { setTimeout as pause } from 'node:timers/promises';

import type { ChaosSite } from './chaos-site';
import { count } from './ledger';
import type { Options } from './options';
import type { Random } from '../support/random';

/**
 * Does faults to the site at random moments.
 * @returns how often each was done; the site runs when this ends
 */
export const hurtAgainAndAgain = async (
  site: ChaosSite,
  random: Random,
  { kills, seconds }: Options,
  report: (done: number) => void
): Promise<Map<string, number>> => {
  const deadline = Date.now() + seconds * 1000;
  const faults = new Map<string, number>();
  for (let done = 0; done < kills && Date.now() < deadline; done += 1) {
    await pause(random.between(20, random.between(200, 4_000)));
    count(faults, await site.hurt(random));
    report(done + 1);
  }
  return faults;
};
