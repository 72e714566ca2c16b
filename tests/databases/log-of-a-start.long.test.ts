import { createBot } from '../support/bot';
import { newDatabase } from '../support/new-database';
import { describeWithPostgres, startPostgres } from '../support/postgres';
import { startServerProcess } from '../support/server-process';
import { until } from '../support/until';

describeWithPostgres('a healthy start on PostgreSQL', () => {
  test('logs no error and no warning, and one JSON object a line', async () => {
    const { env } = await newDatabase('postgres');
    const server = await startServerProcess({
      env: { ...env, LOG_FORMAT: 'json', LOG_LEVEL: 'info' },
    });
    await server.stop();
    const lines = server.log.split('\n').filter((line) => line.trim() !== '');
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
    expect(server.log).not.toMatch(/on purpose|already executing a query/);
  });
});

describeWithPostgres('a PostgreSQL that stops while the site runs', () => {
  test('leaves one JSON object a line in the log, each with a time and a level', async () => {
    const postgres = await startPostgres();
    const server = await startServerProcess({
      timeout: 150_000,
      env: {
        DATABASE_CLIENT: 'postgres',
        DATABASE_URL: postgres.url,
        LOG_FORMAT: 'json',
        LOG_LEVEL: 'info',
      },
    });
    const bot = createBot(server);
    // Several connections of the pool, each of which the driver tells the end of.
    await Promise.all(Array.from({ length: 9 }, () => bot.request('get', '/publications')));
    await postgres.shutDownAtOnce();
    await Promise.all(Array.from({ length: 3 }, () => bot.request('get', '/publications')));
    await postgres.startAgain();
    await until(
      'it works again',
      async () => (await bot.request('get', '/health')).status === 200,
      60_000
    );
    await server.stop();
    await postgres.stop();
    const lines = server.log.split('\n').filter((line) => line.trim() !== '');
    const logged = lines.map((line) => JSON.parse(line));
    for (const line of logged) {
      expect(line).toMatchObject({ level: expect.any(String), time: expect.any(String) });
    }
    expect(logged.some(({ message }) => /terminat|connection/i.test(String(message)))).toBe(true);
  }, 300_000);
});
