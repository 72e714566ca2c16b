import { setTimeout as pause } from 'node:timers/promises';

import { expireLeases } from '../support/leases';
import type { ChaosSite } from './chaos-site';

const PATIENCE_MILLISECONDS = 60_000;

/**
 * Makes all removals due, as if the grace period of an hour for uploads had passed, and lets the site process them.
 * Leases of temporary directories expire as well. No server may be running.
 * @returns the number of removals before and after
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
