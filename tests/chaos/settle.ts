import { setTimeout as pause } from 'node:timers/promises';

import { withDatabase } from '../support/sqlite-file';
import type { Folders, ServerProcess } from './server';

const PATIENCE_MILLISECONDS = 60_000;

const countRemovals = (databaseFile: string): Promise<number> =>
  withDatabase(
    databaseFile,
    async (_database, select) => (await select('SELECT id FROM bot_removals')).length
  );

/**
 * Lets the hour pass after which an announced upload counts as left behind, by moving the dates
 * of all removals to now, and gives the site time to work on them. No server may be running.
 * @returns how many removals there were, and how many are still there
 */
export const letTheGracePass = async (
  { databaseFile }: Folders,
  server: ServerProcess
): Promise<{ before: number; after: number }> => {
  const before = await countRemovals(databaseFile);
  await withDatabase(databaseFile, (database) =>
    database.prepare('UPDATE bot_removals SET due_at = ?').run(Date.now() - 1000)
  );
  await server.start();
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  let after = before;
  while ((after = await countRemovals(databaseFile)) > 0 && Date.now() < deadline) {
    await pause(200);
  }
  await server.stop();
  return { before, after };
};
