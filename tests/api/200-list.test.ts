import { createBot, type Bot, type Material } from '../support/bot';
import { textFile } from '../support/files';
import { startSite, type Site } from '../support/site';

const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let site: Site;
let bot: Bot;
let materials: Material[];
const ids: Record<'draft' | 'published' | 'changed' | 'unpublished', string> = {
  draft: '',
  published: '',
  changed: '',
  unpublished: '',
};

beforeAll(async () => {
  site = await startSite();
  bot = createBot(site);
  expect(await bot.list()).toEqual([]);
  materials = [await bot.upload(textFile('b.txt', 'b')), await bot.upload(textFile('a.txt', 'a'))];
  for (const name of ['draft', 'published', 'changed', 'unpublished'] as const) {
    const media = name === 'published' ? [...materials].reverse() : [];
    ids[name] = (await bot.createPublication({ title: `A ${name} one`, body: 'Text', media })).id;
    if (name !== 'draft') await bot.publish(ids[name]);
  }
  await bot.unpublish(ids.unpublished);
  await site.strapi.documents('api::work.work').update({
    documentId: ids.changed,
    data: { body: 'Changed by an editor' },
  });
});
afterAll(() => site.stop());

const listedIds = async (query = {}) => (await bot.list(query)).map(({ id }) => id);

test('the answer is an array, newest first', async () => {
  expect(await listedIds()).toEqual([ids.unpublished, ids.changed, ids.published, ids.draft]);
});

test('a draft has these fields and no others', async () => {
  expect((await bot.list()).find(({ id }) => id === ids.draft)).toEqual({
    id: ids.draft,
    title: 'A draft one',
    status: 'draft',
    url: null,
    changed: false,
    externalId: null,
    publishAt: null,
    unpublishAt: null,
    scheduleError: null,
    media: [],
    createdAt: expect.stringMatching(ISO_DATE),
    updatedAt: expect.stringMatching(ISO_DATE),
    publishedAt: null,
  });
});

test('a published one has these fields and no others, media in their order', async () => {
  expect((await bot.list()).find(({ id }) => id === ids.published)).toEqual({
    id: ids.published,
    title: 'A published one',
    status: 'published',
    url: `${site.url}/works/a-published-one`,
    changed: false,
    externalId: null,
    publishAt: null,
    unpublishAt: null,
    scheduleError: null,
    media: [...materials].reverse(),
    createdAt: expect.stringMatching(ISO_DATE),
    updatedAt: expect.stringMatching(ISO_DATE),
    publishedAt: expect.stringMatching(ISO_DATE),
  });
});

test('publishing does not move a publication in the list', async () => {
  const before = await listedIds();
  await bot.publish(ids.changed);
  expect(await listedIds()).toEqual(before);
});

test('status=draft lists what has no published version', async () => {
  expect(await listedIds({ status: 'draft' })).toEqual([ids.unpublished, ids.draft]);
});

test('status=published lists what has a published version, changed since or not', async () => {
  expect(await listedIds({ status: 'published' })).toEqual([ids.changed, ids.published]);
});

test('each publication is listed once, however many versions it has', async () => {
  const listed = await listedIds();
  expect(new Set(listed).size).toBe(listed.length);
});

test('a parameter that is not known is ignored', async () => {
  expect(await listedIds({ utm_source: 'x', sort: 'title', 'filters[title]': 'x' })).toHaveLength(
    4
  );
});

test('a deleted publication is not listed', async () => {
  const { id } = await bot.createPublication({ title: 'Short life' });
  await bot.remove(id);
  expect(await listedIds()).not.toContain(id);
});
