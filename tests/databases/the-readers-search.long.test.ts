import { createBot, type Bot } from '../support/bot';
import { describeWithMariaDb } from '../support/mariadb';
import { describeWithPostgres } from '../support/postgres';
import { startSite, type Site } from '../support/site';
import { startSiteOn, type SiteOnServer } from '../support/site-on';

const MINUTES_2 = 120_000;

let site: Site;
let bot: Bot;

const publish = async (
  title: string,
  body = '',
  fields: Record<string, unknown> = {}
): Promise<string> => {
  const { id } = await bot.createPublication({ title, body, fields });
  await bot.publish(id);
  return id;
};

const pageOf = async (text: string): Promise<string> =>
  (await site.request.get(`/search?q=${encodeURIComponent(text)}`).expect(200)).text;

/** Titles on the search page, in order. */
const titles = async (text: string): Promise<string[]> =>
  [...(await pageOf(text)).matchAll(/<h2[^>]*><a[^>]*>(.*?)<\/a>/g)].map(([, title = '']) =>
    title.replace(/<\/?mark>/g, '')
  );

/** Titles that the bot's list returns for a search, in order. */
const found = async (q: string, others: Record<string, string> = {}): Promise<string[]> =>
  (await bot.list({ q, ...others })).map(({ title }) => title);

const FOUND: [text: string, titles: string[]][] = [
  ['harb', ['The harbour at night', 'Lighthouses', 'Cooking']],
  ['HÀRBOUR', ['The harbour at night', 'Lighthouses', 'Cooking']],
  ['harbour night', ['The harbour at night']],
  ['arbour', []],
  ['strasse', ['Die Straße']],
  ['cafe', ['Crème']],
  ['гавань', ['Гавань ночью']],
  ['東京', ['旅']],
  ['京都', ['旅']],
  ['東都', []],
  ['港', ['旅']],
  ['sailing', ['Cooking']],
  ['\'"*:&|!()', []],
  ['harbour & night:* ! "x', []],
  ['nowhere', []],
];

const searches = () => {
  beforeAll(async () => {
    await publish('Cooking', 'A soup of the harbour.', { tags: ['Sailing'] });
    await publish('Lighthouses', 'A harbour, and the harbour, and harbours.');
    await publish('The harbour at night', 'A lamp was lit.');
    await publish('Die Straße', 'Nichts.');
    await publish('Crème', 'Un café.');
    await publish('Гавань ночью');
    await publish('旅', '東京都の港');
    await bot.createPublication({ title: 'A harbour in work' });
  });

  test('finds beginnings of words, accents and case aside, the best first', async () => {
    for (const [text, expected] of FOUND)
      expect([text, await titles(text)]).toEqual([text, expected]);
  });

  test('the bot finds its drafts, too, the newest first, and page by page', async () => {
    const all = ['A harbour in work', 'The harbour at night', 'Lighthouses', 'Cooking'];
    expect(await found('harbour')).toEqual(all);
    expect(await found('harbour', { status: 'published' })).toEqual(all.slice(1));
    expect(await found('harbour', { status: 'draft' })).toEqual(all.slice(0, 1));
    expect(await found('nowhere')).toEqual([]);
  });

  test('a work is found as readers see it, from the moment they do', async () => {
    const id = await publish('Breakwater', 'made of granite');
    expect(await titles('granite')).toEqual(['Breakwater']);
    await bot.change(id, { body: 'made of concrete' });
    expect(await titles('concrete')).toEqual([]);
    expect(await titles('granite')).toEqual(['Breakwater']);
    await bot.publish(id);
    expect(await titles('concrete')).toEqual(['Breakwater']);
    expect(await titles('granite')).toEqual([]);
    await bot.unpublish(id);
    expect(await titles('concrete')).toEqual([]);
    expect(await found('concrete')).toEqual(['Breakwater']);
    await bot.remove(id);
    expect(await found('concrete')).toEqual([]);
    await site.strapi.plugin('bot').service('search').sweep();
  });
};

describe('on SQLite', () => {
  beforeAll(async () => {
    site = await startSite();
    bot = createBot(site);
  }, MINUTES_2);
  afterAll(() => site.stop());
  searches();
});

const onServer = (start: () => Promise<SiteOnServer>) => {
  let server: SiteOnServer;
  beforeAll(async () => {
    server = await start();
    site = server.site;
    bot = createBot(site);
  }, MINUTES_2);
  afterAll(() => server.stop());
  searches();
};

describeWithPostgres('on PostgreSQL', () => onServer(() => startSiteOn('postgres')));
describeWithMariaDb('on MariaDB', () => onServer(() => startSiteOn('mysql')));
