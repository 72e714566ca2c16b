import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Client } from 'pg';

import { readState, type Select } from '../support/audit';
import { startObjectStorage } from '../support/object-storage';
import { startPostgres } from '../support/postgres';
import { startRoundRobin } from '../support/round-robin';
import type { ChaosSite } from './chaos-site';
import type { Random } from '../support/random';
import { createServerProcess, type ServerProcess } from './server';

const INSTANCES = 3;
/** Maximum downtime of the database, in milliseconds. */
const AWAY = 3_000;

/** Three instances behind a proxy, with one PostgreSQL and one bucket. Faults kill instances or restart the database. */
export const createClusterSite = async (
  random: Random,
  listeners: Record<string, string> = {}
): Promise<ChaosSite> => {
  const root = await mkdtemp(path.join(tmpdir(), 'site-chaos-'));
  const noUploads = path.join(root, 'public/uploads');
  await mkdir(noUploads, { recursive: true });
  const [postgres, storage, front] = await Promise.all([
    startPostgres(),
    startObjectStorage(),
    startRoundRobin(),
  ]);
  const temporaryDirs = Array.from({ length: INSTANCES }, (_, index) =>
    path.join(root, `temporary-${index + 1}`)
  );
  const servers: ServerProcess[] = [];
  for (const temporaryDir of temporaryDirs) {
    await mkdir(temporaryDir);
    const settings = {
      PUBLIC_DIR: path.join(root, 'public'),
      DATABASE_CLIENT: 'postgres',
      DATABASE_URL: postgres.url,
      ...storage.env,
      S3_PUBLIC_URL: storage.url,
      PUBLIC_URL: front.url,
      TMPDIR: temporaryDir,
      BOT_TRASH_DAYS: '30',
      ...listeners,
    };
    servers.push(await createServerProcess(settings, random));
  }
  front.use(servers.map(({ url }) => url));

  const killServer = async (moment: Random): Promise<void> => {
    const server = moment.pick(servers) as ServerProcess;
    await server.kill9();
    await server.start();
  };

  const killDatabase = async (moment: Random, end: () => Promise<void>): Promise<void> => {
    await end();
    await pause(moment.between(0, AWAY));
    await postgres.startAgain();
  };

  const faults: [string, (moment: Random) => Promise<unknown>][] = [
    ['instance killed', killServer],
    ['instance killed', killServer],
    ['database shut down at once', (moment) => killDatabase(moment, postgres.shutDownAtOnce)],
    ['database killed', (moment) => killDatabase(moment, postgres.kill9)],
    [
      'instance killed while the database is away',
      (moment) => Promise.all([killServer(moment), killDatabase(moment, postgres.shutDownAtOnce)]),
    ],
  ];

  return {
    url: front.url,
    temporaryDirs,
    root,
    get log() {
      return servers.map(({ log }) => log.slice(-6_000)).join('\n');
    },
    get ownDeaths() {
      return servers.flatMap(({ ownDeaths }) => ownDeaths);
    },
    start: async () => void (await Promise.all(servers.map((server) => server.start()))),

    async hurt(moment) {
      const [name, run] = moment.pick(faults) as (typeof faults)[number];
      await run(moment);
      // Unexpected exits are reported at the end; the other instances continue.
      await Promise.all(
        servers.filter(({ isRunning }) => !isRunning).map((server) => server.start())
      );
      return name;
    },

    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),

    async withStore(work) {
      const client = new Client({ connectionString: postgres.url });
      await client.connect();
      try {
        const select: Select = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
        return await work({
          select,
          integrity: async () => 'ok',
          readState: async () => ({
            ...(await readState(select, noUploads)),
            objects: await storage.sizes(),
          }),
          read: async (name) => {
            const answer = await fetch(`${storage.url}/${name}`);
            return answer.ok ? Buffer.from(await answer.arrayBuffer()) : Buffer.alloc(0);
          },
          makeRemovalsDue: () =>
            client.query(
              "UPDATE bot_removals SET due_at = date_trunc('second', now() at time zone 'utc') - interval '1 second'"
            ),
        });
      } finally {
        await client.end();
      }
    },

    async end(isKept) {
      await Promise.all(servers.map((server) => server.kill9()));
      await Promise.all([front.stop(), storage.stop(), postgres.stop()]);
      if (!isKept) await rm(root, { recursive: true, force: true });
    },
  };
};
