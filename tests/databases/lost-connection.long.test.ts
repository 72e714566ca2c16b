import path from 'node:path';

import { createBot } from '../support/bot';
import { describeWithPostgres, startPostgres, type Postgres } from '../support/postgres';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { until } from '../support/until';

const FIRE_AND_FORGET = path.join(__dirname, 'fire-and-forget.cjs');

describeWithPostgres('a promise that nobody waits for', () => {
  let postgres: Postgres;
  let server: ServerProcess;
  beforeAll(async () => {
    postgres = await startPostgres();
    server = await startServerProcess({
      env: {
        DATABASE_CLIENT: 'postgres',
        DATABASE_URL: postgres.url,
        LOG_LEVEL: 'warn',
        NODE_OPTIONS: `--require ${FIRE_AND_FORGET}`,
      },
    });
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await postgres.stop();
  });

  test('does not end the site if the database is away', async () => {
    await postgres.kill9();
    process.kill(server.pid, 'SIGUSR2');
    await until('it is told', () => server.log.includes('The connection to the database was lost'));
    await postgres.startAgain();
    await createBot(server).createPublication({ title: 'Still running' });
  });

  test('ends it if it is about another connection', async () => {
    process.kill(server.pid, 'SIGHUP');
    expect((await server.exited).code).toBe(1);
    expect(server.log).toContain('read ECONNRESET');
  });
});
