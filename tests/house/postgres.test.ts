import { createAdmin } from '../support/admin';
import { describeWithPostgres, startPostgres } from '../support/postgres';
import type { Postgres } from '../support/postgres';
import { startServerProcess } from '../support/server-process';
import type { ServerProcess } from '../support/server-process';

describeWithPostgres('the site on PostgreSQL, by DATABASE_URL alone', () => {
  let postgres: Postgres;
  let server: ServerProcess;

  beforeAll(async () => {
    postgres = await startPostgres();
    server = await startServerProcess({
      env: { DATABASE_CLIENT: 'postgres', DATABASE_URL: postgres.url },
    });
  });

  afterAll(async () => {
    await server.stop();
    await postgres.stop();
  });

  it('starts on an empty database and answers', async () => {
    const { agent } = await createAdmin(server);
    const answer = await agent.get('/content-manager/collection-types/api::work.work').expect(200);
    expect(answer.body).toMatchObject({ results: [] });
  });

  it('ends with 0 on SIGTERM', async () => {
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  });
});
