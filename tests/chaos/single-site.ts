import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { readState } from '../support/audit';
import { withDatabase } from '../support/sqlite-file';
import type { ChaosSite } from './chaos-site';
import type { Random } from '../support/random';
import { createServerProcess } from './server';

/** Share of kills that are followed by another one during the start. */
const STARTING = 0.15;

/** A single server with SQLite and the local disk, which is killed repeatedly. */
export const createSingleSite = async (
  random: Random,
  listeners: Record<string, string> = {}
): Promise<ChaosSite> => {
  const root = await mkdtemp(path.join(tmpdir(), 'site-chaos-'));
  const databaseFile = path.join(root, 'data.db');
  const publicDir = path.join(root, 'public');
  const uploads = path.join(publicDir, 'uploads');
  const temporaryDir = path.join(root, 'temporary');
  await mkdir(uploads, { recursive: true });
  await mkdir(temporaryDir);
  const server = await createServerProcess(
    {
      PUBLIC_DIR: publicDir,
      DATABASE_CLIENT: 'sqlite',
      DATABASE_FILENAME: databaseFile,
      TMPDIR: temporaryDir,
      BOT_TRASH_DAYS: '30',
      ...listeners,
    },
    random
  );
  let startMilliseconds = 4_000;

  const start = async (): Promise<void> => {
    const startedAt = Date.now();
    await server.start();
    startMilliseconds = Date.now() - startedAt;
  };

  return {
    url: server.url,
    ownDeaths: server.ownDeaths,
    temporaryDirs: [temporaryDir],
    root,
    get log() {
      return server.log;
    },
    start,

    async hurt(moment) {
      await server.kill9();
      const isTwice = moment.chance(STARTING);
      if (isTwice) {
        const ready = server.start();
        await pause(moment.between(0, Math.round(startMilliseconds)));
        await server.kill9();
        await ready;
      }
      await start();
      return isTwice ? 'server killed, again while it started' : 'server killed';
    },

    stop: () => server.stop(),

    withStore: (work) =>
      withDatabase(databaseFile, (database, select) =>
        work({
          select,
          integrity: async () => String(database.pragma('integrity_check', { simple: true })),
          readState: () => readState(select, uploads),
          read: (name) => readFile(path.join(uploads, name)).catch(() => Buffer.alloc(0)),
          makeRemovalsDue: async () =>
            database.prepare('UPDATE bot_removals SET due_at = ?').run(Date.now() - 1000),
        })
      ),

    async end(isKept) {
      await server.kill9();
      if (!isKept) await rm(root, { recursive: true, force: true });
    },
  };
};
