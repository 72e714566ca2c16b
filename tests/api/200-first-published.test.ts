import { workRows } from '../support/database';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

const GIVEN = '2019-05-31T06:00:00.000Z';

const change = (id: string, body: object, query = '') =>
  bot.request('patch', `/publications/${id}${query}`).send(body);
const firstPublished = async (id: string) => (await bot.get(id)).firstPublishedAt;
const unpublish = (id: string) => bot.request('post', `/publications/${id}/unpublish`).expect(200);

const publishNew = async (body: object) => {
  const { id } = await bot.createPublication({ title: 'Dated', ...body });
  await bot.publish(id);
  return id;
};

test('a draft has no date of a first publish', async () => {
  const { id } = await bot.createPublication({ title: 'Draft' });
  expect(await firstPublished(id)).toBeNull();
});

test('the first publish sets the date, and every later one keeps it', async () => {
  const id = await publishNew({});
  const { publishedAt, firstPublishedAt } = await bot.get(id);
  expect(firstPublishedAt).toBe(publishedAt);
  await change(id, { title: 'A mended typo' }, '?publish=true').expect(200);
  const later = await bot.get(id);
  expect(later.firstPublishedAt).toBe(firstPublishedAt);
  expect(Date.parse(String(later.publishedAt))).toBeGreaterThan(Date.parse(String(publishedAt)));
});

test('unpublishing and publishing again keeps the date', async () => {
  const id = await publishNew({});
  const date = await firstPublished(id);
  await unpublish(id);
  expect(await firstPublished(id)).toBe(date);
  await bot.publish(id);
  expect(await firstPublished(id)).toBe(date);
});

test.each([
  ['a time with an offset', '2019-05-31T08:00:00+02:00', GIVEN],
  ['a plain date', '2019-05-31', '2019-05-31T00:00:00.000Z'],
])('%s that create gives is the date, before and after the publish', async (_case, sent, read) => {
  const { id } = await bot.createPublication({ title: 'Elsewhere', firstPublishedAt: sent });
  expect(await firstPublished(id)).toBe(read);
  await bot.publish(id);
  expect(await bot.get(id)).toMatchObject({ firstPublishedAt: read, changed: false });
});

test('a change of the date applies to what readers see at once', async () => {
  const id = await publishNew({});
  const { body } = await change(id, { firstPublishedAt: GIVEN }).expect(200);
  expect(body).toMatchObject({ firstPublishedAt: GIVEN, changed: false, draft: null });
  const rows = await workRows(site, id);
  expect(new Set(rows.map((row) => Reflect.get(row, 'first_published_at'))).size).toBe(1);
});

test('a change of the date is recorded, and one to the same date is not', async () => {
  const id = await publishNew({});
  const count = () => site.strapi.db.query('plugin::bot.change').count({ where: { subject: id } });
  const before = await count();
  await change(id, { firstPublishedAt: GIVEN }).expect(200);
  expect(await count()).toBe(before + 1);
  await change(id, { firstPublishedAt: GIVEN }).expect(200);
  expect(await count()).toBe(before + 1);
});

test('null on a published publication means the date of its publish', async () => {
  const id = await publishNew({ firstPublishedAt: GIVEN });
  await change(id, { firstPublishedAt: null }).expect(200);
  const { publishedAt, firstPublishedAt } = await bot.get(id);
  expect(firstPublishedAt).toBe(publishedAt);
});

test('a restored publication has the date', async () => {
  const id = await publishNew({ firstPublishedAt: GIVEN });
  await bot.request('delete', `/publications/${id}`).expect(200);
  await bot.request('post', `/publications/${id}/restore`).expect(200);
  expect(await firstPublished(id)).toBe(GIVEN);
});

test('a clone is published for the first time by itself', async () => {
  const id = await publishNew({ firstPublishedAt: GIVEN });
  const works = site.strapi.documents('api::work.work');
  const clone = await works.clone({
    documentId: id,
    data: { title: 'A clone', slug: 'a-clone' },
  });
  expect(await firstPublished(String(clone?.documentId))).toBeNull();
});

test('a publish by an editor sets the date too', async () => {
  const { id } = await bot.createPublication({ title: 'By an editor' });
  await site.strapi.documents('api::work.work').publish({ documentId: id });
  const { publishedAt, firstPublishedAt } = await bot.get(id);
  expect(firstPublishedAt).toBe(publishedAt);
});

test('the list is filtered by the date, and in its order', async () => {
  const dates = ['2001-01-01', '2001-01-03', '2001-01-02'];
  const ids: string[] = [];
  for (const date of dates) ids.push(await publishNew({ firstPublishedAt: date }));
  const range = 'publishedAfter=2000-12-31T00:00:00Z&publishedBefore=2001-01-03T00:00:00Z';
  const list = async (query: string) =>
    (await bot.request('get', `/publications?${query}`).expect(200)).body as { id: string }[];
  const idsOf = async (query: string) => (await list(query)).map(({ id }) => id);
  expect(await idsOf(range)).toEqual([ids[2], ids[0]]);
  expect(await idsOf(`${range}&title=dated`)).toEqual([ids[2], ids[0]]);

  const first = await bot.request('get', `/publications?${range}&limit=1`).expect(200);
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
  const cursor = new URL(next, site.url).search.slice(1);
  expect(await idsOf(cursor)).toEqual([ids[0]]);
});

test.each([
  ['in the future', '2999-01-01', /future.*publishAt/],
  ['without an offset', '2019-05-31T08:00:00', /an offset or a date/],
  ['that is no day', '2019-02-30', /an offset or a date/],
])('a date %s is a 400 that says what to do', async (_case, firstPublishedAt, message) => {
  const { body } = await bot
    .request('post', '/publications')
    .send({ title: 'Refused', firstPublishedAt })
    .expect(400);
  expect(body.error.message).toMatch(message);
  expect(body.error.details.errors[0].path).toEqual(['firstPublishedAt']);
});

test('a schedule sets the date to its own moment', async () => {
  const publishAt = new Date(Date.now() + 1500).toISOString();
  const { id } = await bot.createPublication({ title: 'Scheduled', publishAt });
  for (let tries = 0; tries < 60 && (await bot.get(id)).status === 'draft'; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect(await firstPublished(id)).toBe(publishAt);
});
