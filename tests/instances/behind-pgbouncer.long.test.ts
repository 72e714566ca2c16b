import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { Client } from 'pg';

import { createBot } from '../support/bot';
import { surroundings, testEnvironment } from '../support/environment';
import { png } from '../support/files';
import { makeDataFolders } from '../support/folders';
import { newDatabase } from '../support/new-database';
import { freePort } from '../support/port';
import { startPgBouncer, type PgBouncer } from '../support/pgbouncer';
import { describeWithPostgres } from '../support/postgres';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { until } from '../support/until';

import { startInstances, stopInstances } from './start';

const MINUTES_5 = 300_000;

describeWithPostgres('two instances behind PgBouncer in transaction mode', () => {
  let bouncer: PgBouncer;
  let servers: ServerProcess[] = [];

  beforeAll(async () => {
    const { url } = await newDatabase('postgres');
    bouncer = await startPgBouncer(url, 5);
    servers = await startInstances(2, {
      DATABASE_CLIENT: 'postgres',
      DATABASE_URL: `${bouncer.url}?pgbouncer=true`,
    });
  }, MINUTES_5);
  afterAll(async () => {
    await stopInstances(servers);
    await bouncer.stop();
  }, MINUTES_5);

  const first = (): ServerProcess => servers[0];

  const work = async (server: ServerProcess, title: string): Promise<void> => {
    const bot = createBot(server);
    const media = [await bot.upload(await png())];
    const { id } = await bot.createPublication({ title, media });
    await bot.publish(id);
    expect((await bot.get(id)).status).toBe('published');
    expect((await bot.remove(id)).media.deleted).toHaveLength(1);
  };

  test('both work, at once', async () => {
    await Promise.all(
      servers.flatMap((server) =>
        Array.from({ length: 8 }, (_, index) => work(server, `Work ${index}`))
      )
    );
  });

  test(
    'one starts again, also after it was killed',
    async () => {
      servers[0] = await first().restart();
      await work(first(), 'After a restart');
      await first().kill9();
      servers[0] = await first().restart();
      await work(first(), 'After a kill');
    },
    MINUTES_5
  );

  test('times are in UTC, whatever connection they come by', async () => {
    const bot = createBot(first());
    const { id } = await bot.createPublication({ title: 'Now' });
    const { createdAt } = await bot.get(id);
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000);
  });
});

/** A busy machine takes seconds for what takes milliseconds by itself; a lost lock would never be free. */
const AT_ONCE = 15_000;

describeWithPostgres('an instance that is killed while it loads, behind PgBouncer', () => {
  test(
    'leaves the loading lock to the one that waits, at once',
    async () => {
      const { url } = await newDatabase('postgres');
      const bouncer = await startPgBouncer(url, 5);
      const folders = await makeDataFolders({});
      const client = new Client({ connectionString: url });
      await client.connect();
      /** The process of the database server that has the lock. */
      const holder = async (): Promise<number | undefined> => {
        const { rows } = await client.query<{ pid: number }>(
          `SELECT lock.pid FROM pg_locks AS lock JOIN pg_database AS own ON own.oid = lock.database
            WHERE lock.locktype = 'advisory' AND lock.granted AND own.datname = current_database()`
        );
        return rows[0]?.pid;
      };
      const env = { DATABASE_CLIENT: 'postgres', DATABASE_URL: `${bouncer.url}?pgbouncer=true` };
      const killed = spawn(process.execPath, ['dist/src/start/serve.js'], {
        cwd: path.resolve(__dirname, '../..'),
        env: {
          ...surroundings(),
          ...testEnvironment(),
          ...env,
          PORT: String(await freePort()),
          PUBLIC_DIR: folders.publicDir,
        },
        stdio: 'ignore',
      });
      const hasEnded = once(killed, 'exit');
      await until('it loads', async () => (await holder()) !== undefined, 120_000);
      const first = await holder();
      const waiting = startServerProcess({ env, timeout: 240_000 });
      killed.kill('SIGKILL');
      await hasEnded;
      await until('its lock is free', async () => (await holder()) !== first, AT_ONCE);
      const server = await waiting;
      await createBot(server).createPublication({ title: 'After the kill' });
      await server.stop();
      await client.end();
      await bouncer.stop();
      await folders.remove();
    },
    MINUTES_5
  );
});
