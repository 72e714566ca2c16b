import { createAdmin } from '../support/admin';
import type { Material } from '../support/bot';
import { textFile } from '../support/files';
import { useSite } from '../support/use-site';

const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const { site, bot } = useSite();
let materials: Material[];
const ids: Record<'draft' | 'published' | 'changed' | 'unpublished', string> = {
  draft: '',
  published: '',
  changed: '',
  unpublished: '',
};

beforeAll(async () => {
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
    firstPublishedAt: null,
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
    firstPublishedAt: expect.stringMatching(ISO_DATE),
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

test('a deleted publication is not listed', async () => {
  const { id } = await bot.createPublication({ title: 'Short life' });
  await bot.remove(id);
  expect(await listedIds()).not.toContain(id);
});

describe('by filters', () => {
  const titled = async (title: string) => (await bot.list({ title })).map((item) => item.title);
  const named = async (query: Record<string, string>) =>
    (await bot.list(query)).map((item) => item.title);

  test('a title is found by its beginning, whatever the case and the form of its letters', async () => {
    for (const title of ['Ölwechsel', 'Straße 9', 'ΟΔΟΣ Α', '100 % wahr', '深圳的春天']) {
      await bot.createPublication({ title });
    }
    expect(await titled('öl')).toEqual(['Ölwechsel']);
    expect(await titled('O\u0308LW')).toEqual(['Ölwechsel']);
    expect(await titled('STRASSE')).toEqual(['Straße 9']);
    expect(await titled('οδος')).toEqual(['ΟΔΟΣ Α']);
    expect(await titled('100 %')).toEqual(['100 % wahr']);
    expect(await titled('100%')).toEqual([]);
    expect(await titled('深圳')).toEqual(['深圳的春天']);
    expect(await titled('wechsel')).toEqual([]);
    expect(await titled('öl\u0000')).toEqual(['Ölwechsel']);
  });

  test('a beginning may be longer than what the index holds of a title', async () => {
    const long = 'Я'.repeat(200);
    await bot.createPublication({ title: `${long} one` });
    await bot.createPublication({ title: `${long} two` });
    expect(await titled(`${long} O`)).toEqual([`${long} one`]);
    expect(await titled(long)).toEqual([`${long} two`, `${long} one`]);
  });

  test('it is the title that readers see, until a new one is published', async () => {
    const { id } = await bot.createPublication({ title: 'Before the storm' });
    await bot.publish(id);
    await bot.change(id, { title: 'Behind the storm' });
    expect([await titled('before'), await titled('behind')]).toEqual([['Before the storm'], []]);
    await bot.publish(id);
    expect([await titled('before'), await titled('behind')]).toEqual([[], ['Behind the storm']]);
    await bot.change(id, { title: 'Beneath' });
    await bot.unpublish(id);
    expect([await titled('behind'), await titled('beneath')]).toEqual([[], ['Beneath']]);
  });

  test('a tag is that of the version that readers see, by its slug, its id or its name', async () => {
    const fields = { tags: ['North Sea'] };
    const { id } = await bot.createPublication({ title: 'Tide', fields });
    await bot.publish(id);
    await bot.createPublication({ title: 'Ebb', fields });
    const { tags } = (await bot.get(id)).fields as { tags: { id: string }[] };
    for (const name of ['north-sea', 'North Sea', String(tags[0]?.id)]) {
      expect(await named({ 'fields.tags': name })).toEqual(['Ebb', 'Tide']);
    }
    await bot.change(id, { fields: { tags: ['Baltic'] } });
    expect(await named({ 'fields.tags': 'north-sea' })).toEqual(['Ebb', 'Tide']);
    await bot.publish(id);
    expect(await named({ 'fields.tags': 'north-sea' })).toEqual(['Ebb']);
    expect(await named({ 'fields.tags': 'baltic', status: 'published' })).toEqual(['Tide']);
    expect(await named({ 'fields.tags': 'baltic', status: 'draft' })).toEqual([]);
    expect(await named({ 'fields.category': 'north-sea' })).toEqual([]);
  });

  test('with a name of the bot, and among what waits for its time', async () => {
    const publishAt = '2999-01-01T00:00:00Z';
    await bot.createPublication({ title: 'Waiting', externalId: 'waiting-1', publishAt });
    expect(await named({ externalId: 'waiting-1', title: 'wait' })).toEqual(['Waiting']);
    expect(await named({ externalId: 'waiting-1', title: 'wake' })).toEqual([]);
    expect(await named({ status: 'scheduled', title: 'wait', madeBy: 'bot' })).toEqual(['Waiting']);
    expect(await named({ status: 'scheduled', madeBy: 'editor' })).toEqual([]);
  });

  test('what a person has made in the panel is hers, whoever publishes it', async () => {
    const { agent } = await createAdmin(site);
    const { body } = await agent
      .post('/content-manager/collection-types/api::work.work')
      .send({ title: 'By hand' })
      .expect(201);
    await bot.publish(String(body.data.documentId));
    expect(await named({ madeBy: 'editor' })).toEqual(['By hand']);
    expect(await named({ madeBy: 'bot' })).not.toContain('By hand');
  });
});
