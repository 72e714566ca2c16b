import { setTimeout as pause } from 'node:timers/promises';

import { expireLeases } from '../support/leases';
import type { ChaosSite } from './chaos-site';

const PATIENCE_MILLISECONDS = 60_000;

/**
 * Lets the hour pass after which an announced upload counts as left behind, by moving the dates
 * of all removals to now, and gives the site time to work on them. No server may be running. Leases
 * of temporary directories pass as well.
 * @returns how many removals there were, and how many are still there
 */
export const letTheGracePass = async (
  site: ChaosSite
): Promise<{ before: number; after: number }> => {
  const countRemovals = (): Promise<number> =>
    site.withStore(async ({ select }) => (await select('SELECT id FROM bot_removals')).length);

  const before = await countRemovals();
  await site.withStore((store) => store.makeRemovalsDue());
  await Promise.all(site.temporaryDirs.map(expireLeases));
  await site.start();
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  let after = before;
  while ((after = await countRemovals()) > 0 && Date.now() < deadline) {
    await pause(200);
  }
  await site.stop();
  return { before, after };
};
