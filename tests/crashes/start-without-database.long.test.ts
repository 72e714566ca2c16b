import { setTimeout as pause } from 'node:timers/promises';

import { Client } from 'pg';

import { createBot } from '../support/bot';
import { describeWithPostgres, startPostgres, type Postgres } from '../support/postgres';
import { startServerProcess } from '../support/server-process';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { until } from '../support/until';

const TOLD = /The database does not respond: .+; waiting up to 60 s/;

/** Interval of BEGIN and COMMIT statements to cut during a start. An odd number affects both. */
const CUT_EACH = 5;

describeWithPostgres('a start while PostgreSQL is away', () => {
  let postgres: Postgres;
  let proxy: TcpProxy;
  let env: Record<string, string>;
  beforeAll(async () => {
    postgres = await startPostgres();
    const url = new URL(postgres.url);
    proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    env = { DATABASE_CLIENT: 'postgres', DATABASE_URL: url.href, LOG_LEVEL: 'warn' };
    await postgres.kill9();
  });
  afterAll(async () => {
    await proxy.stop();
    await postgres.stop();
  });

  test('gives up in the end, in one line', async () => {
    const refused = startServerProcess({ env: { ...env, DATABASE_START_SECONDS: '1' } });
    await expect(refused).rejects.toThrow(
      /^The server ended with 1:\nStarting the server \.\.\.\n.*waiting up to 1 s\s*\nThe database does not respond: .+ \(waited 1 s\)\n$/
    );
  }, 60_000);

  test('waits for it, and says so once', async () => {
    const before = proxy.connections;
    const starting = startServerProcess({ env, timeout: 120_000 });
    await until('it has tried twice', () => proxy.connections > before + 1, 60_000);
    await postgres.startAgain();
    const server = await starting;
    expect(server.log.match(new RegExp(TOLD, 'g'))).toHaveLength(1);
    await createBot(server).createPublication({ title: 'Waited for' });
    await server.stop();
  }, 180_000);

  /** Resolves when an instance has started to load. */
  const untilLoading = async (): Promise<void> => {
    const client = new Client({ connectionString: postgres.url });
    client.on('error', () => undefined);
    await client.connect();
    const count = async (): Promise<number> => {
      const { rows } = await client.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory'`);
      return rows.length;
    };
    await until('it loads', async () => (await count()) > 0, 120_000);
    await client.end();
  };

  // The first run creates all tables, and the others find them.
  test.each([300, 0, 400])(
    'waits for it when it goes away %i ms after the site has begun to load',
    async (milliseconds) => {
      const starting = startServerProcess({ env, timeout: 150_000 });
      await untilLoading();
      await pause(milliseconds);
      await postgres.shutDownAtOnce();
      await pause(500);
      await postgres.startAgain();
      const server = await starting;
      expect(server.log).toMatch(TOLD);
      await createBot(server).createPublication({ title: 'Waited for' });
      await server.stop();
    },
    180_000
  );

  test(
    'begins a transaction anew whose line is cut, at BEGIN or at COMMIT',
    async () => {
      const before = proxy.transactionEnds;
      const undisturbed = await startServerProcess({ env });
      const ends = proxy.transactionEnds - before;
      await undisturbed.stop();
      expect(ends).toBeGreaterThan(20);
      for (let end = 1; end <= ends; end += CUT_EACH) {
        proxy.cutTransaction(end);
        const server = await startServerProcess({ env });
        expect(server.log).toMatch(TOLD);
        await server.stop();
      }
    },
    10 * 60_000
  );
});
