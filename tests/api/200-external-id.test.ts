import { createAdmin } from '../support/admin';
import { countRows } from '../support/database';
import { before, useSite } from '../support/use-site';

const WORKS = '/content-manager/collection-types/api::work.work';

const { site, bot } = useSite();
const admin = before(() => createAdmin(site));

const details = () => countRows(site, 'bot_publication_details');
const idsOf = async (query: Record<string, string>) => (await bot.list(query)).map(({ id }) => id);

test('a publication is found by the name that the bot gave to it', async () => {
  const { id } = await bot.createPublication({ title: 'Named', externalId: 'cms-1' });
  await bot.createPublication({ title: 'Other', externalId: 'cms-10' });
  expect(await idsOf({ externalId: 'cms-1' })).toEqual([id]);
  expect(await bot.get(id)).toMatchObject({ externalId: 'cms-1' });
  expect((await bot.list()).find((item) => item.id === id)).toMatchObject({ externalId: 'cms-1' });
});

test('nothing is found by a name that nobody has', async () => {
  expect(await bot.list({ externalId: 'nobody' })).toEqual([]);
});

test('names are told apart by case, by spaces and by accents', async () => {
  const names = ['x', 'X', 'x ', ' x', 'é', 'e\u0301', 'e', '🎉', 'ß', 'ss', `o'x"%_\\`];
  const ids: string[] = [];
  for (const externalId of names) {
    ids.push((await bot.createPublication({ title: 'Alike', externalId })).id);
  }
  const found = await Promise.all(names.map((externalId) => idsOf({ externalId })));
  expect(found).toEqual(ids.map((id) => [id]));
});

test('it is found whatever its state, and status still counts', async () => {
  const { id } = await bot.createPublication({ title: 'State', externalId: 'state' });
  expect(await idsOf({ externalId: 'state', status: 'draft' })).toEqual([id]);
  expect(await idsOf({ externalId: 'state', status: 'published' })).toEqual([]);
  await bot.publish(id);
  expect(await idsOf({ externalId: 'state', status: 'draft' })).toEqual([]);
  expect(await idsOf({ externalId: 'state', status: 'published' })).toEqual([id]);
  expect(await bot.list({ externalId: 'state' })).toMatchObject([
    { id, status: 'published', externalId: 'state' },
  ]);
});

test('a list of one has no next page', async () => {
  await bot.createPublication({ title: 'Only', externalId: 'only' });
  const { body, headers } = await bot
    .request('get', '/publications')
    .query({ externalId: 'only', limit: 1 })
    .expect(200);
  expect(body).toHaveLength(1);
  expect(headers).not.toHaveProperty('link');
});

test('a change gives it, changes it and takes it away; null gives none', async () => {
  const { id } = await bot.createPublication({ title: 'Later', externalId: null });
  const before = await details();
  expect(await bot.change(id, { externalId: 'later' })).toMatchObject({ externalId: 'later' });
  expect(await bot.change(id, { title: 'Still' })).toMatchObject({ externalId: 'later' });
  expect(await bot.change(id, { externalId: 'latest' })).toMatchObject({ externalId: 'latest' });
  expect(await idsOf({ externalId: 'later' })).toEqual([]);
  expect(await idsOf({ externalId: 'latest' })).toEqual([id]);
  expect(await bot.change(id, { externalId: null })).toMatchObject({ externalId: null });
  expect(await idsOf({ externalId: 'latest' })).toEqual([]);
  expect(await details()).toBe(before);
});

test('a new name makes another ETag; the draft stays as it was', async () => {
  const { id } = await bot.createPublication({ title: 'Tag' });
  await bot.publish(id);
  const { headers } = await bot.request('get', `/publications/${id}`);
  const changed = await bot
    .request('patch', `/publications/${id}`)
    .set('If-Match', String(headers.etag))
    .send({ externalId: 'tag' })
    .expect(200);
  expect(changed.headers.etag).not.toBe(headers.etag);
  expect(changed.body).toMatchObject({ changed: false, externalId: 'tag' });
});

test('255 characters are not too long, of whatever kind', async () => {
  for (const externalId of ['a'.repeat(255), '🎉'.repeat(255)]) {
    const { id } = await bot.createPublication({ title: 'Long', externalId });
    expect(await bot.get(id)).toMatchObject({ externalId });
  }
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ['the bot', (id) => bot.remove(id)],
  ['an editor', (id) => admin.agent.delete(`${WORKS}/${id}`).expect(200)],
  [
    'an editor, with others',
    (id) =>
      admin.agent
        .post(`${WORKS}/actions/bulkDelete`)
        .send({ documentIds: [id] })
        .expect(200),
  ],
  ['SQL', (id) => site.strapi.db.connection('works').where({ document_id: id }).delete()],
])('the name is free as soon as its publication was deleted by %s', async (_who, remove) => {
  const { id } = await bot.createPublication({ title: 'Gone', externalId: 'gone' });
  await remove(id);
  expect(await bot.list({ externalId: 'gone' })).toEqual([]);
  const again = await bot.createPublication({ title: 'Gone', externalId: 'gone' });
  expect(await idsOf({ externalId: 'gone' })).toEqual([again.id]);
  await bot.remove(again.id);
});

test('a deletion takes the row along', async () => {
  const before = await details();
  const { id } = await bot.createPublication({ title: 'Row', externalId: 'row' });
  await bot.publish(id);
  await bot.unpublish(id);
  expect(await details()).toBe(before + 1);
  await bot.remove(id);
  expect(await details()).toBe(before);
});

test('one without a name writes no row', async () => {
  const before = await details();
  await bot.createPublication({ title: 'Nameless' });
  expect(await details()).toBe(before);
});
