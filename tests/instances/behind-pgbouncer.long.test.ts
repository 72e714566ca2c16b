import { createBot } from '../support/bot';
import { png } from '../support/files';
import { newDatabase } from '../support/new-database';
import { startPgBouncer, type PgBouncer } from '../support/pgbouncer';
import { describeWithPostgres } from '../support/postgres';
import type { ServerProcess } from '../support/server-process';

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
