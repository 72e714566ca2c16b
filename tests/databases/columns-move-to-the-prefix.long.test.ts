import { createBot, type Bot } from '../support/bot';
import { png, textFile } from '../support/files';
import { describeWithMariaDb } from '../support/mariadb';
import { describeWithPostgres } from '../support/postgres';
import { startSite, type Site } from '../support/site';
import { startSiteOn } from '../support/site-on';

const MINUTES_2 = 120_000;
const TRASH = { env: { BOT_TRASH_DAYS: '30' } };

/** Names of columns in version 1.0. */
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

/** Renames everything to the names of a version without the prefix. */
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
  let bot: Bot;
  const rows = (table: string) => site.strapi.db.connection(table).orderBy('id');
  let before: Record<string, unknown>[][];
  let trashed: { publication: string; material: string };
  let record: unknown;
  const recordOf = async (id: string) =>
    (await bot.request('get', `/materials/${id}`).expect(200)).body.sha256;

  beforeAll(async () => {
    ({ site, stop } = await start());
    bot = createBot(site);
    const { id } = await bot.createPublication({
      title: 'Kept',
      media: [(await bot.upload(await png())).id],
    });
    await bot.publish(id);
    await bot.change(id, { title: 'Kept, changed' }, { publish: true });
    await bot.upload(textFile('unused.txt', 'unused'));
    const { id: material } = await bot.upload(textFile('deleted.txt', 'deleted'));
    const { id: publication } = await bot.createPublication({ title: 'Gone', media: [material] });
    await bot.publish(publication);
    trashed = { publication, material };
    record = await recordOf(material);
    await bot.remove(publication);
    // Removes leases of materials in use, as each start does.
    await site.strapi.plugin('bot').service('materialLease').sweep();
    before = [await rows('works'), await rows('files')];
    await goBack(site);
    await site.restart();
    bot = createBot(site);
  }, MINUTES_2);
  afterAll(() => stop());

  test('the values are in the columns with the prefix', async () => {
    expect(await rows('works')).toEqual(before[0]);
    expect(await rows('files')).toEqual(before[1]);
  });

  test('a start after that changes nothing', async () => {
    await site.restart();
    bot = createBot(site);
    expect(await rows('works')).toEqual(before[0]);
    expect(await rows('files')).toEqual(before[1]);
  });

  test('what was in the trash comes back with all that was known of it', async () => {
    await bot.request('post', `/publications/${trashed.publication}/restore`).expect(200);
    expect(await recordOf(trashed.material)).toEqual(record);
    expect((await bot.get(trashed.publication)).changed).toBe(false);
  });
};

describe('SQLite', () =>
  columnsMove(async () => {
    const site = await startSite(TRASH);
    return { site, stop: () => site.stop() };
  }));

describeWithPostgres('PostgreSQL', () => columnsMove(() => startSiteOn('postgres', TRASH)));

describeWithMariaDb('MariaDB', () => columnsMove(() => startSiteOn('mysql', TRASH)));
