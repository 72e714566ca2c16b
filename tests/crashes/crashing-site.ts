import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { damageOf, readState, type State } from '../support/audit';
import { createBot } from '../support/bot';
import { expireLeases } from '../support/leases';
import { startServerProcess } from '../support/server-process';
import { withDatabase } from '../support/sqlite-file';
import { until } from '../support/until';

/** Starts a real server process, with its own folder for temporary files, to be killed. */
export const startCrashingSite = async (env: Record<string, string> = {}) => {
  const temporaryDir = await mkdtemp(path.join(tmpdir(), 'site-crash-'));
  let server = await startServerProcess({ env: { ...env, TMPDIR: temporaryDir } });
  const { databaseFile, uploadsDir } = server;

  const select = <Row>(sql: string): Promise<Row[]> =>
    withDatabase(databaseFile, (_database, run) => run<Row>(sql));

  const claims = async (): Promise<number> =>
    (await select('SELECT id FROM bot_idempotency_records WHERE answer IS NULL')).length;

  /** Lists temporary files, without the empty `etilqs_` files that SQLite leaves if killed before it unlinks them. */
  const temporaryFiles = (): string[] =>
    readdirSync(temporaryDir, { recursive: true })
      .map(String)
      .filter((name) => !/^(?:bot-material-\w+|etilqs_\w+)$/.test(name));

  return {
    url: server.url,
    uploadsDir,
    bot: createBot(server),
    select,
    temporaryFiles,

    /** Names of all stored objects. */
    objects: (): string[] => (existsSync(uploadsDir) ? readdirSync(uploadsDir) : []),

    /** Number of running requests with a key. */
    claims,

    /** Suspends the server until `thaw()` is called. */
    freeze: (): void => void process.kill(server.pid, 'SIGSTOP'),
    thaw: (): void => void process.kill(server.pid, 'SIGCONT'),

    /** Kills the server at once, and starts it again. */
    async crash(): Promise<void> {
      await server.kill9();
      await expireLeases(temporaryDir);
      server = await server.restart();
    },

    /** Kills the server, makes the grace period of unfinished uploads expire, and starts it again. */
    async letTheGracePass(): Promise<void> {
      await server.kill9();
      await expireLeases(temporaryDir);
      await withDatabase(databaseFile, (database) =>
        database.prepare('UPDATE bot_removals SET due_at = ?').run(Date.now() - 1000)
      );
      server = await server.restart();
      await until(
        'no removal is left',
        async () => (await select('SELECT id FROM bot_removals')).length === 0
      );
    },

    /** Checks all conditions that must hold after a crash. Returns the site's data. */
    async expectNoDamage(): Promise<State> {
      const state = await withDatabase(databaseFile, (_database, run) =>
        readState(run, uploadsDir)
      );
      expect(damageOf(state)).toEqual([]);
      expect(temporaryFiles()).toEqual([]);
      return state;
    },

    async stop(): Promise<void> {
      await server.stop();
      await rm(temporaryDir, { recursive: true, force: true });
    },
  };
};

export type CrashingSite = Awaited<ReturnType<typeof startCrashingSite>>;
