import { createBot, type Bot } from '../support/bot';
import { beforeRegister, changeWork } from '../support/content-types';
import { describeWithPostgres } from '../support/postgres';
import { newDatabase, type NewDatabase } from '../support/new-database';
import { startSite, type Site } from '../support/site';

let site: Site;
let bot: Bot;
/** Ids in order of creation, keyed by title. */
let ids: Record<string, string>;

const works = () => site.strapi.db.connection('works');

/** Creates drafts and public works. Every second one is written as if the plugin were disabled. */
const fill = async (): Promise<void> => {
  bot = createBot(site);
  ids = {};
  for (const title of ['draft 1', 'public 1', 'draft 2', 'public 2', 'draft 3', 'public 3']) {
    const { id } = await bot.createPublication({ title });
    if (title.startsWith('public')) await bot.publish(id);
    ids[title] = id;
  }
  await works()
    .whereIn('document_id', [ids['draft 2'], ids['public 2'], ids['public 3']])
    .update({ bot_status: null });
};

const titles = async (query: object): Promise<string[]> =>
  (await bot.list({ limit: 100, ...query })).map(({ title }) => title);

/** Reads all pages with two items each. */
const pages = async (): Promise<string[]> => {
  const found: string[] = [];
  let path: string | undefined = '/publications?limit=2';
  while (path !== undefined) {
    const { body, headers } = await bot.request('get', path).expect(200);
    found.push(...(body as { title: string }[]).map(({ title }) => title));
    const link = headers.link as string | undefined;
    path = link === undefined ? undefined : /<[^>]*(\/publications[^>]*)>/.exec(link)?.[1];
  }
  return found;
};

const theyAreReadAsWhatTheyAre = () => {
  test('one by one', async () => {
    const found = await Promise.all(Object.values(ids).map(bot.get));
    expect(found.map(({ title, status }) => [title, status])).toEqual(
      Object.keys(ids).map((title) => [title, title.startsWith('d') ? 'draft' : 'published'])
    );
  });

  test('in the list, once they are repaired', async () => {
    await site.strapi.plugin('bot').service('repair').fillIn();
    expect(await titles({})).toEqual(Object.keys(ids).reverse());
  });

  test('among the drafts', async () => {
    expect(await titles({ status: 'draft' })).toEqual(['draft 3', 'draft 2', 'draft 1']);
  });

  test('among the published ones', async () => {
    const published = ['public 3', 'public 2', 'public 1'];
    expect(await titles({ status: 'published' })).toEqual(published);
  });

  test('on pages, each of them once', async () => {
    expect(await pages()).toEqual(Object.keys(ids).reverse());
  });
};

describe('rows whose status is not filled in yet', () => {
  beforeAll(async () => {
    site = await startSite({ env: { BOT_WORKER: 'false' } });
    await fill();
  });
  afterAll(() => site.stop());

  theyAreReadAsWhatTheyAre();
});

describeWithPostgres('rows on PostgreSQL whose status is not filled in yet', () => {
  let server: NewDatabase;

  beforeAll(async () => {
    server = await newDatabase('postgres');
    site = await startSite({
      env: { BOT_WORKER: 'false', ...server.env },
    });
    await fill();
  });
  afterAll(async () => {
    await site.stop();
  });

  theyAreReadAsWhatTheyAre();
});

describe('rows of a localized type whose status is not filled in yet', () => {
  beforeAll(async () => {
    site = await startSite({
      env: { BOT_WORKER: 'false' },
      config: (strapi) =>
        beforeRegister(strapi, () =>
          changeWork(strapi, (type) => {
            Object.assign(type, { pluginOptions: { i18n: { localized: true } } });
          })
        ),
    });
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
    await fill();
    // Adds a translation of each version, without a status if the version has none.
    const rows: Record<string, unknown>[] = await works().select();
    for (const { id: _id, ...row } of rows) {
      const isMarked = row.bot_status !== null;
      const bot_status = isMarked ? 'translation' : null;
      await works().insert({
        ...row,
        locale: 'de',
        bot_status,
        title: `${String(row.title)}, de`,
      });
    }
  });
  afterAll(() => site.stop());

  theyAreReadAsWhatTheyAre();
});
