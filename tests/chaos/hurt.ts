import { setTimeout as pause } from 'node:timers/promises';

import type { ChaosSite } from './chaos-site';
import { count } from './ledger';
import type { Options } from './options';
import type { Random } from '../support/random';

/** Injects faults at random moments. The site runs when this ends. @returns the number of faults by kind */
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
