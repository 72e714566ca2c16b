import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { damageOf, readState, type State } from '../support/audit';
import { createBot } from '../support/bot';
import type { TestFile } from '../support/files';
import { startServerProcess } from '../support/server-process';
import { withDatabase } from '../support/sqlite-file';
import { until } from '../support/until';
import { expectRefusal } from './refusal';

/**
 * Starts the site as a separate process, for system errors, which belong to another realm inside of Jest, and for its
 * temporary folder, which Jest cannot move.
 */
export const startFaultyProcess = async (
  options: { publicDir?: string; temporaryDir?: string; databaseFile?: string } = {}
) => {
  const ownDir = await mkdtemp(path.join(tmpdir(), 'site-faults-'));
  const temporaryDir = options.temporaryDir ?? ownDir;
  const server = await startServerProcess({
    publicDir: options.publicDir,
    databaseFile: options.databaseFile,
    env: { TMPDIR: temporaryDir },
  });
  const { databaseFile, uploadsDir } = server;
  const bot = createBot(server);

  const expectNothingHalfDone = async (): Promise<State> => {
    const left = readdirSync(temporaryDir, { recursive: true }).map(String);
    expect(left.filter((name) => !/^bot-(?:material|resumable)-\w+$/.test(name))).toEqual([]);
    const state = await withDatabase(databaseFile, (_database, run) => readState(run, uploadsDir));
    expect(damageOf(state)).toEqual([]);
    return state;
  };

  return {
    bot,
    url: server.url,
    databaseFile,
    uploadsDir,
    expectNothingHalfDone,

    /** Uploads a file, and expects this error and no trace of the file. */
    expectRefused: (file: TestFile, status: number, code: string): Promise<void> =>
      expectRefusal({ bot, file, status, code, expectNothingHalfDone }),

    /** Waits until the removal worker has no work left. */
    untilRemoved: () =>
      until(
        'no removal is left',
        async () => (await expectNothingHalfDone()).removals.length === 0
      ),

    async stop(): Promise<void> {
      await server.stop();
      await rm(ownDir, { recursive: true, force: true });
    },
  };
};

export type FaultyProcess = Awaited<ReturnType<typeof startFaultyProcess>>;
