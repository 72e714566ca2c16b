import { createBot } from '../support/bot';
import { describeWithMariaDb } from '../support/mariadb';
import { describeWithPostgres } from '../support/postgres';
import { startSite, type Site } from '../support/site';
import { startSiteOn } from '../support/site-on';

const MINUTES_2 = 120_000;

/** The columns that version 1.0.0 has named otherwise. */
const FORMER: Record<string, Record<string, string>> = {
  works: { bot_status: 'publication_status', bot_revision: 'publication_revision' },
  bot_removals: { failed_at: 'stuck_since' },
};

const renamed = (text: string): string => {
  let former = text;
  for (const [column, name] of Object.values(FORMER).flatMap((names) => Object.entries(names))) {
    former = former.replaceAll(`"${column}"`, `"${name}"`);
  }
  return former;
};

/** Makes the database what version 1.0.0 would have left. */
const goBack = async ({ strapi }: Site): Promise<void> => {
  const knex = strapi.db.connection;
  for (const [table, names] of Object.entries(FORMER)) {
    for (const [column, name] of Object.entries(names)) {
      await knex.raw('ALTER TABLE ?? RENAME COLUMN ?? TO ??', [table, column, name]);
    }
  }
  const stored = await knex('strapi_database_schema').first('id', 'schema');
  const schema = typeof stored.schema === 'string' ? stored.schema : JSON.stringify(stored.schema);
  await knex('strapi_database_schema')
    .where({ id: stored.id })
    .update({ schema: renamed(schema), hash: 'of an earlier version' });
};

const columnsMove = (start: () => Promise<{ site: Site; stop: () => Promise<void> }>): void => {
  let site: Site;
  let stop: () => Promise<void>;
  let published: string;
  let before: unknown[];
  const rows = async () => [
    await site.strapi.db.connection('works').orderBy('id'),
    await site.strapi.db.connection('bot_removals').orderBy('id'),
  ];

  beforeAll(async () => {
    ({ site, stop } = await start());
    const bot = createBot(site);
    const { id } = await bot.createPublication({ title: 'Kept' });
    await bot.publish(id);
    await bot.change(id, { title: 'Kept, changed' }, { publish: true });
    published = id;
    // One that was given up, so that no worker takes it.
    await site.strapi.db.query('plugin::bot.removal').create({
      data: {
        provider: 'local',
        objects: [],
        dueAt: new Date(),
        attempts: 20,
        failedAt: new Date('2026-07-01T12:00:00Z'),
      },
    });
    before = await rows();
    await goBack(site);
    await site.restart();
  }, MINUTES_2);
  afterAll(() => stop());

  test('the values are in the columns of today', async () => {
    expect(await rows()).toEqual(before);
  });

  test('a start after that changes nothing', async () => {
    await site.restart();
    expect(await rows()).toEqual(before);
  });

  test('a work whose changes are public has none that are not', async () => {
    expect((await createBot(site).get(published)).changed).toBe(false);
  });
};

describe('SQLite', () =>
  columnsMove(async () => {
    const site = await startSite();
    return { site, stop: () => site.stop() };
  }));

describeWithPostgres('PostgreSQL', () => columnsMove(() => startSiteOn('postgres')));

describeWithMariaDb('MariaDB', () => columnsMove(() => startSiteOn('mysql')));
