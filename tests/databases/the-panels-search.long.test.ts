import { removeAdditions } from '../../src/plugins/bot/server/src/core/additions/remove-additions';
import { createAdmin, type Admin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { describeWithMariaDb } from '../support/mariadb';
import { describeWithPostgres } from '../support/postgres';
import { series } from '../support/series';
import { startSite, type Site } from '../support/site';
import { startSiteOn, type SiteOnServer } from '../support/site-on';
import { statementsWhile } from '../support/statements';

const MINUTES_2 = 120_000;
/** More matches than the search lists by id. */
const MANY = 2_100;

let site: Site;
let bot: Bot;
let admin: Admin;

interface Page {
  results: { title: string }[];
  pagination: { total: number };
}

const search = async (text: string, others = ''): Promise<Page> => {
  const { body } = await admin.agent
    .get(`/content-manager/collection-types/api::work.work?_q=${encodeURIComponent(text)}${others}`)
    .expect(200);
  return body as Page;
};

const titles = async (text: string): Promise<string[]> => {
  const { results, pagination } = await search(text, '&sort=title:ASC&pageSize=50');
  expect(pagination.total).toBe(results.length);
  return results.map(({ title }) => title);
};

const index = () => site.strapi.plugin('bot').service('search');

const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const statements = await statementsWhile(site, work);
  return statements.map(({ sql }) => sql);
};

const countIndexed = async (): Promise<number> => {
  const [row] = await site.strapi.db.connection('bot_search_index').count({ count: '*' });
  return Number(row?.count);
};

const WORKS = [
  { title: 'The harbour at night', body: 'A lamp was lit, a "second" one not.' },
  { title: 'Lighthouses', body: 'x'.repeat(5000) + ' and a harbourmaster' },
  { title: 'Under_score and 100% of it', body: 'C:\\works\\*' },
  { title: 'Гавань ночью', body: '港の夜' },
];

const FOUND: [text: string, titles: string[]][] = [
  ['arbour', ['Lighthouses', 'The harbour at night']],
  ['HARBOUR AT', ['The harbour at night']],
  ['"second" one', ['The harbour at night']],
  ['er_sco', ['Under_score and 100% of it']],
  ['100%', ['Under_score and 100% of it']],
  ['works\\*', ['Under_score and 100% of it']],
  ['авань', ['Гавань ночью']],
  ['港の夜', ['Гавань ночью']],
  ['港', ['Гавань ночью']],
  ['under-score', ['Under_score and 100% of it']],
  ['night lamp', []],
  ['nowhere', []],
];

const searches = (many: string) => {
  const create = (title: string, body: string) => bot.createPublication({ title, body });

  beforeAll(async () => {
    for (const { title, body } of WORKS) await create(title, body);
  });

  test('a small site has no index, and finds', async () => {
    const statements = await statementsOf(async () => {
      for (const [text, expected] of FOUND)
        expect([text, await titles(text)]).toEqual([text, expected]);
    });
    expect(statements.filter((sql) => sql.includes('bot_search'))).toEqual([]);
  });

  test('what the plugin has in columns of its own is not searched', async () => {
    expect(await titles('never-published')).toEqual([]);
    expect(await titles('draft')).toEqual([]);
  });

  test('the index finds the same, by looking at few works', async () => {
    await index().catchUp();
    for (const [text, expected] of FOUND)
      expect([text, await titles(text)]).toEqual([text, expected]);
    const statements = await statementsOf(() => titles('harbour'));
    expect(statements.filter((sql) => sql.includes('bot_search'))).toHaveLength(1);
    const lists = statements.filter((sql) => /like/i.test(sql) && !sql.includes('bot_search'));
    expect(lists).toHaveLength(2);
    for (const sql of lists) expect(sql).toMatch(/.t0.\..id. in \(/);
  });

  test('a work is found from the moment it is written, and by what it says now', async () => {
    const { id } = await create('Breakwater', 'made of granite');
    expect(await titles('granite')).toEqual(['Breakwater']);
    await index().catchUp();
    await bot.change(id, { body: 'made of concrete' });
    expect(await titles('concrete')).toEqual(['Breakwater']);
    expect(await titles('granite')).toEqual([]);
    await index().catchUp();
    expect(await titles('concrete')).toEqual(['Breakwater']);
    expect(await titles('granite')).toEqual([]);
  });

  test('a work that is gone is not found, and soon forgotten', async () => {
    const { id } = await create('Sandbank', 'gone with the tide');
    await index().catchUp();
    const indexed = await countIndexed();
    await bot.remove(id);
    expect(await titles('with the tide')).toEqual([]);
    await index().sweep();
    expect(await countIndexed()).toBe(indexed - 1);
  });

  test('what the panel filters besides is filtered', async () => {
    const { pagination } = await search('harbour', '&filters[$and][0][title][$startsWith]=Light');
    expect(pagination.total).toBe(1);
    expect((await search('harbour', '&status=published')).pagination.total).toBe(0);
  });

  test('an index that has lost its place in the changes is made anew', async () => {
    await site.strapi.db.connection('bot_changes').delete();
    const { id } = await create('Buoy', 'rings in the fog');
    await index().catchUp();
    expect(await titles('rings in the')).toEqual(['Buoy']);
    await bot.change(id, { body: 'is silent' });
    await index().catchUp();
    expect(await titles('is silent')).toEqual(['Buoy']);
  });

  test('of very many a page is found, and about how many there are', async () => {
    await site.strapi.db.connection.raw(
      `INSERT INTO works (document_id, title, slug, bot_status)
       SELECT number, 'One of very many', number, 'draft' FROM ${many}`
    );
    await index().catchUp();
    const { results, pagination } = await search('of very many', '&pageSize=10&page=3');
    expect(results).toHaveLength(10);
    expect(pagination.total).toBe(MANY);
    expect(await titles('harbour')).toEqual(['Lighthouses', 'The harbour at night']);
  });

  test('an uninstall takes the index away', async () => {
    await removeAdditions(site.strapi, false);
    const tables = await site.strapi.db.dialect.schemaInspector.getTables();
    expect(tables.filter((name) => name.startsWith('bot_'))).toEqual([]);
    expect(await removeAdditions(site.strapi, false)).toEqual([]);
  });
};

const WITHOUT_WORKERS = { env: { BOT_WORKER: 'false' } };

/** Starts a site for the tests of this block. */
const onSite = (start: () => Promise<Pick<SiteOnServer, 'site' | 'stop'>>): void => {
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ site, stop } = await start());
    bot = createBot(site);
    admin = await createAdmin(site);
  }, MINUTES_2);
  afterAll(() => stop());
};

describe('on SQLite', () => {
  onSite(async () => {
    const separateSite = await startSite(WITHOUT_WORKERS);
    return { site: separateSite, stop: () => separateSite.stop() };
  });

  searches(`(SELECT 'many-' || i AS number FROM ${series.sqlite(MANY)}) AS many`);
});

describeWithPostgres('on PostgreSQL', () => {
  onSite(() => startSiteOn('postgres', WITHOUT_WORKERS));

  searches(`(SELECT 'many-' || i AS number FROM ${series.postgres(MANY)}) AS many`);
});

describeWithMariaDb('on MariaDB', () => {
  onSite(() => startSiteOn('mysql', WITHOUT_WORKERS));

  searches(`(SELECT CONCAT('many-', i) AS number FROM ${series.mysql(MANY)}) AS many`);
});
