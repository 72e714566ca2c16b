import { createAdmin, type Admin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { captureLog } from '../support/captured-log';
import { startSite, type Site } from '../support/site';
import { until } from '../support/until';
import { startSearchEngine, type SearchEngine } from './search-engine';

const KEY = '0123456789abcdef-Key';

const log = captureLog();
let engine: SearchEngine;
let site: Site;
let bot: Bot;
let admin: Admin;

beforeAll(async () => {
  engine = await startSearchEngine();
  site = await startSite({
    env: { INDEXNOW_KEY: KEY, INDEXNOW_ENDPOINT: engine.url },
    register: log.attach,
  });
  bot = createBot(site);
  admin = await createAdmin(site);
});
afterAll(async () => {
  await site.stop();
  await engine.stop();
});

/** Waits until an address was submitted that often, and wakes the worker to save time. */
const untilSubmitted = (address: string, times: number) =>
  until(`${address} was told ${times} times`, () => {
    site.strapi.plugin('bot').service('indexNow').wake();
    return engine.submissionsOf(address) >= times;
  });

const published = async (title: string) => {
  const { id } = await bot.createPublication({ title });
  return { id, url: (await bot.publish(id)).url };
};

test('the key is where search engines look for it, and no other', async () => {
  const { text, type } = await site.request.get(`/${KEY}.txt`).expect(200);
  expect([type, text]).toEqual(['text/plain', KEY]);
  await site.request.get(`/${KEY}x.txt`).expect(404);
});

test('what is published, moved and taken away is told by its address, and no draft is', async () => {
  const draft = await bot.createPublication({ title: 'A draft' });
  const { id, url } = await published('One');
  await untilSubmitted(url, 1);
  expect(engine.taken[0]).toEqual({
    host: new URL(site.url).host,
    key: KEY,
    keyLocation: `${site.url}/${KEY}.txt`,
    urlList: [url],
  });

  await bot.change(id, { body: 'Not public yet' });
  await bot.remove(draft.id);
  const works = site.strapi.documents('api::work.work');
  await works.update({ documentId: id, data: { slug: 'moved' } });
  await works.publish({ documentId: id });
  await untilSubmitted(`${site.url}/works/moved`, 1);
  expect(engine.submissionsOf(url)).toBe(2);

  await bot.unpublish(id);
  await untilSubmitted(`${site.url}/works/moved`, 2);
  await bot.publish(id);
  await untilSubmitted(`${site.url}/works/moved`, 3);
  await bot.remove(id);
  await untilSubmitted(`${site.url}/works/moved`, 4);
  const all = engine.taken.flatMap(({ urlList }) => urlList);
  expect(new Set(all)).toEqual(new Set([url, `${site.url}/works/moved`]));
  // The former address was submitted twice: after the publish, and after the change of the slug.
  expect(engine.submissionsOf(url)).toBe(2);
});

test('what a search engine could not take is told again', async () => {
  const answers = [503];
  engine.answer(() => answers.pop() ?? 200);
  const { url } = await published('Told again');
  await untilSubmitted(url, 1);
  expect(answers).toEqual([]);
});

test('a refusal stops it, says why in the log and the State, and a restart goes on', async () => {
  const state = async () => {
    const { body } = await admin.agent.get('/bot/overview/state').expect(200);
    return body.data.webhooks;
  };
  expect(await state()).toEqual([
    { url: engine.url, behind: expect.any(Number), waiting: 0, dead: 0, disabledAt: null },
  ]);
  let asked = 0;
  engine.answer(() => {
    asked += 1;
    return 403;
  });
  const { url } = await published('Refused');
  await until('it is switched off', async () => {
    site.strapi.plugin('bot').service('indexNow').wake();
    return (await state())[0].disabledAt !== null;
  });
  await until('the log says so', () =>
    log.text.includes(
      `IndexNow is disabled: ${engine.url} answered 403: it does not find the key. The key must be at ${site.url}/${KEY}.txt`
    )
  );
  await published('Not told any more');
  site.strapi.plugin('bot').service('indexNow').wake();
  expect((await state())[0].behind).toBeGreaterThan(0);
  expect(asked).toBe(1);

  engine.answer(() => 200);
  await site.restart();
  await untilSubmitted(url, 1);
});
