import { Client } from 'pg';

import { createAdmin } from '../support/admin';
import { createBot } from '../support/bot';
import { pdf } from '../support/files';
import { describeWithPostgres } from '../support/postgres';
import { newDatabase, type NewDatabase } from '../support/new-database';
import { startServerProcess } from '../support/server-process';
import type { ServerProcess } from '../support/server-process';

describeWithPostgres('the site on PostgreSQL, by DATABASE_URL alone', () => {
  let postgres: NewDatabase;
  let server: ServerProcess;

  beforeAll(async () => {
    postgres = await newDatabase('postgres');
    server = await startServerProcess({
      env: postgres.env,
    });
  });

  afterAll(async () => {
    await server.stop();
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

describeWithPostgres('the site in a schema whose name needs quotes', () => {
  const SCHEMA = 'My-site';
  let postgres: NewDatabase;
  let server: ServerProcess;

  beforeAll(async () => {
    postgres = await newDatabase('postgres');
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`CREATE SCHEMA "${SCHEMA}"`);
    await client.end();
    server = await startServerProcess({
      env: {
        ...postgres.env,
        DATABASE_SCHEMA: SCHEMA,
      },
    });
  });

  afterAll(async () => {
    await server.stop();
  });

  it('does what the bot asks, and starts again on what is there', async () => {
    const work = async () => {
      const bot = createBot(server);
      const media = [await bot.upload(pdf())];
      const { id } = await bot.createPublication({ title: 'In a schema', media });
      await bot.publish(id);
      expect((await bot.list()).map((publication) => publication.id)).toEqual([id]);
      expect((await bot.remove(id)).media.deleted).toHaveLength(1);
    };
    await work();
    server = await server.restart();
    await work();
  });
});
