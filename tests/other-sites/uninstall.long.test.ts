import { readFile } from 'node:fs/promises';
import path from 'node:path';

import knex, { type Knex } from 'knex';

import { createAdmin } from '../support/admin';
import { createBot } from '../support/bot';
import { TOKEN } from '../support/environment';
import { png } from '../support/files';
import { describeWithMariaDb } from '../support/mariadb';
import { describeWithPostgres } from '../support/postgres';
import { newDatabase, type NewDatabase } from '../support/new-database';
import { makeStockApp, type RunningApp, type StockApp } from '../support/stock-app';
import { addArticle, withSettings } from './stock-site';

const MINUTES_10 = 10 * 60_000;
const ARTICLES = '/content-manager/collection-types/api::article.article';

/** Queries for the plugin's additions by their names, which differ from all of Strapi's. */
const ADDITIONS: Record<string, string> = {
  sqlite: `SELECT name FROM sqlite_master WHERE name LIKE '%bot%' OR name LIKE '%status_newest%'
    UNION SELECT c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
      WHERE c.name LIKE 'bot\\_%' ESCAPE '\\' OR (t.name = 'files' AND c.name = 'type')`,
  postgres: `SELECT indexname AS name FROM pg_indexes WHERE indexname LIKE '%bot%' OR indexname LIKE '%status_newest%'
    UNION SELECT conname FROM pg_constraint WHERE conname LIKE '%bot%'
    UNION SELECT table_name || '.' || column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND (table_name LIKE 'bot%' OR column_name LIKE 'bot!_%' ESCAPE '!'
        OR (table_name = 'files' AND column_name = 'type'))`,
  mysql2: `SELECT index_name AS name FROM information_schema.statistics WHERE table_schema = DATABASE()
      AND (index_name LIKE '%bot%' OR index_name LIKE '%status_newest%')
    UNION SELECT constraint_name FROM information_schema.table_constraints
      WHERE constraint_schema = DATABASE() AND constraint_name LIKE '%bot%'
    UNION SELECT column_name FROM information_schema.columns WHERE table_schema = DATABASE()
      AND (table_name LIKE 'bot%' OR column_name LIKE 'bot!_%' ESCAPE '!'
        OR (table_name = 'files' AND column_name = 'type'))`,
};

interface Database {
  client: 'better-sqlite3' | 'pg' | 'mysql2';
  connection: string | { filename: string };
  /** Environment variables for the settings of a new application. */
  env: Record<string, string>;
}

const withDatabase = async <Result>(
  { client, connection }: Database,
  work: (database: Knex) => Promise<Result>
): Promise<Result> => {
  const database = knex({ client, connection, useNullAsDefault: true });
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
};

const namesOfAdditions = (used: Database): Promise<string[]> =>
  withDatabase(used, async (database) => {
    const dialect = { 'better-sqlite3': 'sqlite', pg: 'postgres', mysql2: 'mysql2' }[used.client];
    const result: unknown = await database.raw(ADDITIONS[dialect] ?? '');
    const rows: unknown = Reflect.get(Object(result), 'rows') ?? result;
    const list = Array.isArray(rows) && Array.isArray(rows[0]) ? rows[0] : rows;
    return (list as { name: string }[]).map(({ name }) => name).sort();
  });

const SETTINGS = 'strapi_core_store_settings';
const NEIGHBOURS_SETTINGS = ['plugin_bot-builder_settings', 'plugin_bots_config'];

/** Adds tables and columns of other plugins with similar names. */
const addNeighbours = (used: Database): Promise<void> =>
  withDatabase(used, async (database) => {
    await database.schema.createTable('bots_works', (table) => {
      for (const name of ['publication_status', 'duration', 'bot_status']) table.string(name);
      table.index(['bot_status'], 'bots_works_status_newest_index');
    });
    for (const key of NEIGHBOURS_SETTINGS) {
      await database(SETTINGS).insert({ key, value: '{}', type: 'object' });
    }
  });

const neighboursSettings = (used: Database): Promise<string[]> =>
  withDatabase(used, (database) =>
    database(SETTINGS).where('key', 'like', 'plugin_bot%').orderBy('key').pluck('key')
  );

/** Creates, publishes and deletes an article as an editor. */
const editorsWork = async (site: RunningApp, slug: string): Promise<void> => {
  const { agent } = await createAdmin(site);
  const { body } = await agent.post(ARTICLES).send({ title: slug, slug, body: 'x' }).expect(201);
  const { documentId } = body.data as { documentId: string };
  await agent.post(`${ARTICLES}/${documentId}/actions/publish`).send({}).expect(200);
  await agent.delete(`${ARTICLES}/${documentId}`).expect(200);
};

const titles = async (site: RunningApp): Promise<string[]> => {
  const { agent } = await createAdmin(site);
  const { body } = await agent.get(ARTICLES).expect(200);
  return (body.results as { title: string }[]).map(({ title }) => title);
};

const comesAndGoes = (database: (app: StockApp) => Database): void => {
  let app: StockApp;
  beforeAll(async () => {
    app = await makeStockApp('javascript');
    await addArticle(app, 'js');
  }, MINUTES_10);
  afterAll(() => app.remove());

  test(
    'the site works before the plugin, with it, and without it again',
    async () => {
      const used = database(app);
      const generated = await readFile(path.join(app.appDir, 'config/plugins.js'), 'utf8');
      const without = generated.replace(/=> \(\{/, '=> ({ bot: { enabled: false },');

      await app.write('config/plugins.js', without);
      let site = await app.start(used.env);
      await editorsWork(site, 'before');
      await site.stop();
      expect(await namesOfAdditions(used)).toEqual([]);
      await addNeighbours(used);
      const before = await namesOfAdditions(used);

      await app.write('config/plugins.js', withSettings(generated));
      site = await app.start({ ...used.env, BOT_API_TOKEN: TOKEN });
      const bot = createBot({ url: site.url, token: TOKEN });
      const { id: media } = await bot.upload(await png());
      const { id } = await bot.createPublication({ title: 'Kept', media: [media] });
      await bot.publish(id);
      await site.stop();
      const added = await namesOfAdditions(used);
      expect(added).not.toEqual(before);

      const env = { ...used.env, BOT_API_TOKEN: TOKEN };
      await app.fleetBot(['uninstall', '--dry-run'], env);
      expect(await namesOfAdditions(used)).toEqual(added);
      await app.fleetBot(['uninstall'], env);
      expect(await namesOfAdditions(used)).toEqual(before);
      expect(await neighboursSettings(used)).toEqual(NEIGHBOURS_SETTINGS);
      expect(await app.fleetBot(['uninstall'], env)).toMatch(/^Done\./);

      await app.write('config/plugins.js', without);
      site = await app.start(used.env);
      expect(await titles(site)).toEqual(['Kept']);
      await editorsWork(site, 'after');
      await site.stop();
      expect(site.log).not.toMatch(/\berror\b/);
    },
    MINUTES_10
  );
};

describe('SQLite', () => {
  comesAndGoes(({ appDir }) => ({
    client: 'better-sqlite3',
    connection: { filename: path.join(appDir, '.tmp/data.db') },
    env: {},
  }));
});

describeWithPostgres('PostgreSQL', () => {
  let postgres: NewDatabase;
  beforeAll(async () => {
    postgres = await newDatabase('postgres');
  });

  comesAndGoes(() => ({
    client: 'pg',
    connection: postgres.url,
    env: postgres.env,
  }));
});

describeWithMariaDb('MariaDB', () => {
  let mariaDb: NewDatabase;
  beforeAll(async () => {
    mariaDb = await newDatabase('mysql');
  });

  comesAndGoes(() => {
    const { hostname, port, username, password, pathname } = new URL(mariaDb.url);
    return {
      client: 'mysql2',
      connection: mariaDb.url,
      env: {
        DATABASE_CLIENT: 'mysql',
        DATABASE_HOST: hostname,
        DATABASE_PORT: port,
        DATABASE_NAME: pathname.slice(1),
        DATABASE_USERNAME: username,
        DATABASE_PASSWORD: password,
      },
    };
  });
});
