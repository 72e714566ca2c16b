import { newDatabase } from '../support/new-database';
import { describeWithPostgres } from '../support/postgres';
import { startServerProcess } from '../support/server-process';

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
