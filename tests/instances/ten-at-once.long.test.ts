import { Client } from 'pg';
import supertest from 'supertest';

import { createBot } from '../support/bot';
import { pdf } from '../support/files';
import { describeWithPostgres } from '../support/postgres';
import { newDatabase, type NewDatabase } from '../support/new-database';
import { series } from '../support/series';
import type { ServerProcess } from '../support/server-process';
import { until } from '../support/until';
import { startInstances, stopInstances } from './start';

const INSTANCES = 10;
/** The limit for Strapi's own search, plus one publication. */
const MANY = 10_001;
const MINUTES_5 = 300_000;

/** Lists the whole schema, one line for each part, as the database reports it. */
const SCHEMA = `
  SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable AS line
    FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL
  SELECT 'index ' || regexp_replace(indexdef, '^CREATE (UNIQUE )?INDEX \\S+ ', '\\1')
    FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL
  SELECT 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace`;

describeWithPostgres('instances that start on one PostgreSQL', () => {
  let postgres: NewDatabase;
  let client: Client;
  let servers: ServerProcess[];
  let env: Record<string, string>;

  beforeAll(async () => {
    postgres = await newDatabase('postgres');
    client = new Client({ connectionString: postgres.url });
    await client.connect();
    env = {
      ...postgres.env,
      DATABASE_POOL_MAX: '1',
    };
    servers = await startInstances(INSTANCES, env);
  }, MINUTES_5);

  afterAll(async () => {
    await client.end();
    await stopInstances(servers);
  }, MINUTES_5);

  const lines = async (): Promise<string[]> =>
    (await client.query<{ line: string }>(SCHEMA)).rows.map(({ line }) => line).sort();

  const count = async (sql: string): Promise<number> =>
    Number((await client.query<{ count: string }>(`SELECT count(*) FROM ${sql}`)).rows[0]?.count);

  const expectOneOfEach = async (): Promise<void> => {
    expect(await count(`upload_folders WHERE name LIKE 'Bot%'`)).toBe(1);
    expect(await count(`pg_constraint WHERE conname = 'bot_files_type_rule'`)).toBe(1);
    expect(await count(`admin_roles`)).toBe(3);
    expect(await count(`(SELECT DISTINCT code FROM i18n_locale) AS locales`)).toBe(
      await count('i18n_locale')
    );
    expect(await count(`(SELECT DISTINCT key FROM strapi_core_store_settings) AS settings`)).toBe(
      await count('strapi_core_store_settings')
    );
  };

  test('ten at the same moment on an empty database all come up', async () => {
    for (const server of servers) {
      const { body } = await supertest(server.url).get('/api/bot/health').expect(200);
      expect(body).toMatchObject({ ok: true });
    }
  });

  test('they leave one schema, with one of everything in it', async () => {
    const schema = await lines();
    expect(schema.length).toBeGreaterThan(200);
    expect(schema.filter((line, index) => line === schema[index + 1])).toEqual([]);
    await expectOneOfEach();
  });

  test('what one of them writes, all of them read', async () => {
    const bots = servers.map(createBot);
    const [first] = bots;
    const { id } = await first.createPublication({ title: 'Read by all' });
    const answers = await Promise.all(bots.map((bot) => bot.get(id)));
    expect(answers.map(({ title }) => title)).toEqual(bots.map(() => 'Read by all'));
  });

  test(
    'a new version brings its schema while an old one runs on',
    async () => {
      const [old, ...others] = servers;
      await stopInstances(others);
      const bot = createBot(old);
      const material = await bot.upload(pdf());
      const { id } = await bot.createPublication({ title: 'From before', media: [material] });
      await bot.publish(id);
      const before = await lines();
      // Restores the schema of a version without these additions.
      await client.query(`ALTER TABLE works DROP COLUMN bot_status`);
      await client.query(`ALTER TABLE files DROP COLUMN type`);
      await client.query('DROP TABLE bot_removals');
      await client.query('DELETE FROM strapi_database_schema');

      const started = startInstances(2, env);
      // Readers must get pages during the start.
      let page = await supertest(old.url).get('/works');
      let isStarted = false;
      void started.finally(() => (isStarted = true));
      while (!isStarted) {
        page = await supertest(old.url).get('/works');
        expect(page.status).toBe(200);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      servers = [old, ...(await started)];

      expect(await lines()).toEqual(before);
      await expectOneOfEach();
      for (const server of servers) {
        const [item] = await createBot(server).list({ status: 'published' });
        expect(item).toMatchObject({ id, media: [{ id: material.id, type: 'file' }] });
      }
      await expect(client.query(`UPDATE files SET type = 'audio'`)).rejects.toThrow(
        'bot_files_type_rule'
      );
    },
    MINUTES_5
  );

  test(
    'an index that a new version no longer names is gone',
    async () => {
      // Restores an index of an earlier version, also in the schema that Strapi stores.
      await client.query('CREATE INDEX works_newest_index ON works (created_at, document_id)');
      await client.query(`
        UPDATE strapi_database_schema SET hash = 'of an earlier version', schema = replace(
          schema::text,
          '"works_status_newest_index"',
          '"works_newest_index","columns":["created_at","document_id"]},{"name":"works_status_newest_index"'
        )::json`);
      servers = [...servers, ...(await startInstances(1, env))];
      expect(await count(`pg_indexes WHERE indexname = 'works_newest_index'`)).toBe(0);
      expect(await count(`pg_indexes WHERE indexname = 'works_status_newest_index'`)).toBe(1);
    },
    MINUTES_5
  );

  test(
    'two that find very many works fill the index of the search together',
    async () => {
      await client.query(`
        INSERT INTO works (document_id, title, slug, bot_status, created_at, updated_at)
        SELECT 'many' || i, 'Number ' || i, 'many-' || i, 'draft', now(), now()
        FROM ${series.postgres(MANY)}`);
      const two = await startInstances(2, env);
      servers = [...servers, ...two];
      const isFilled = `bot_states WHERE document_id = 'search' AND value LIKE '%"isFilled":true%'`;
      await until('the index is filled', async () => (await count(isFilled)) === 1, MINUTES_5, 100);
      const unlike = `works AS work FULL JOIN bot_search_index AS known ON known.id = work.id
        WHERE (work.id IS NOT NULL AND work.published_at IS NULL) <> (known.id IS NOT NULL)`;
      expect(await count(unlike)).toBe(0);
      for (const { log } of two) expect(log).not.toMatch(/\b(?:warn|error)\b/);
    },
    MINUTES_5
  );
});
