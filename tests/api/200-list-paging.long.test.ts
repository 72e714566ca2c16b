import { useSite } from '../support/use-site';

/** More publications than the largest page has. */
const COUNT = 103;

const { site, bot } = useSite();
/** Publication ids, newest first. */
let ids: string[];

const page = async (query: string | object) => {
  const { body, headers } = await bot.request('get', '/publications').query(query).expect(200);
  const link = headers.link as string | undefined;
  return {
    ids: (body as { id: string }[]).map(({ id }) => id),
    link,
    next: /^<([^<>]+)>; rel="next"$/.exec(link ?? '')?.[1],
  };
};

/** Follows the links from the first page to the last. */
const walk = async (query: object, between: () => Promise<unknown> = () => Promise.resolve()) => {
  const pages = [await page(query)];
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
    await between();
    pages.push(await page(new URL(next).search.slice(1)));
  }
  return pages.map((one) => one.ids);
};

beforeAll(async () => {
  ids = [];
  for (let number = 1; number <= COUNT; number += 1) {
    ids.unshift((await bot.createPublication({ title: `Work ${number}` })).id);
  }
});

test('a page has 25 items if no limit is given', async () => {
  expect((await page({})).ids).toEqual(ids.slice(0, 25));
});

test.each([
  ['1', 1],
  ['7', 7],
  ['007', 7],
  ['99', 99],
  ['100', 100],
  ['101', 100],
  ['1000000', 100],
  ['99999999999999999999999999', 100],
])('with limit=%s a page has %d items', async (limit, count) => {
  expect((await page({ limit })).ids).toEqual(ids.slice(0, count));
});

test('a Link leads to the next page', async () => {
  const { link } = await page({ limit: 10 });
  expect(link).toMatch(/^<http:\/\/127\.0\.0\.1:\d+\/api\/bot\/publications\?[^<>]+>; rel="next"$/);
});

test('the Link opens as it is', async () => {
  const { next } = await page({ limit: 10 });
  const answer = await fetch(String(next), { headers: { Authorization: `Bearer ${site.token}` } });
  expect(((await answer.json()) as { id: string }[]).map(({ id }) => id)).toEqual(
    ids.slice(10, 20)
  );
});

test('the Link keeps limit and status', async () => {
  const { next } = await page({ limit: 10, status: 'draft' });
  expect(Object.fromEntries(new URL(String(next)).searchParams)).toEqual({
    limit: '10',
    status: 'draft',
    cursor: expect.any(String),
  });
});

test('the cursor needs no escaping in an address', async () => {
  const { next } = await page({ limit: 10 });
  expect(new URL(String(next)).searchParams.get('cursor')).toMatch(/^[A-Za-z0-9_-]+$/);
});

test('the Link does not grow from page to page', async () => {
  const { next } = await page('status=draft&limit=10');
  const names = (address: string | undefined) => [...new URL(String(address)).searchParams.keys()];
  expect(names(next)).toEqual(['status', 'limit', 'cursor']);
  const { next: third } = await page(new URL(String(next)).search.slice(1));
  expect(names(third)).toEqual(['status', 'limit', 'cursor']);
});

test('the last page has no Link', async () => {
  const first = await page({ limit: 100 });
  expect(await page(new URL(String(first.next)).search.slice(1))).toEqual({
    ids: ids.slice(100),
    link: undefined,
    next: undefined,
  });
});

test('following the links visits each publication once, in order', async () => {
  expect((await walk({ limit: 10 })).flat()).toEqual(ids);
});

test('every page but the last is full', async () => {
  expect((await walk({ limit: 50 })).map(({ length }) => length)).toEqual([50, 50, 3]);
});

test('a list that ends with a full page has no Link to an empty one', async () => {
  const published = ids.slice(0, 4);
  for (const id of published) await bot.publish(id);
  expect(await walk({ limit: 2, status: 'published' })).toEqual([
    published.slice(0, 2),
    published.slice(2),
  ]);
});

test('the filter holds on every page', async () => {
  const published = (await bot.list({ status: 'published', limit: 100 })).map(({ id }) => id);
  const drafts = ids.filter((id) => !published.includes(id));
  expect((await walk({ limit: 20, status: 'draft' })).flat()).toEqual(drafts);
});

test('what is created meanwhile moves nothing', async () => {
  const created: string[] = [];
  const visited = await walk({ limit: 20 }, async () => {
    created.push((await bot.createPublication({ title: 'Meanwhile' })).id);
  });
  for (const id of created) await bot.remove(id);
  expect(visited.flat()).toEqual(ids);
});

test('what is deleted meanwhile, the place of the cursor included, makes none skipped', async () => {
  const { id } = await bot.createPublication({ title: 'Deleted meanwhile' });
  const first = await page({ limit: 1 });
  await bot.remove(id);
  expect((await page(new URL(String(first.next)).search.slice(1))).ids).toEqual(ids.slice(0, 1));
});

test('works of the same moment are each visited once', async () => {
  const before = await site.strapi.db.connection('works').select('id', 'created_at');
  await site.strapi.db.connection('works').update({ created_at: 1_700_000_000_000 });
  const visited = (await walk({ limit: 9 })).flat();
  for (const { id, created_at } of before) {
    await site.strapi.db.connection('works').where({ id }).update({ created_at });
  }
  expect(visited.sort()).toEqual([...ids].sort());
});

test('those between two times are listed, page by page', async () => {
  const [after, before] = [await bot.get(String(ids[60])), await bot.get(String(ids[40]))];
  const made = { createdAfter: after.createdAt, createdBefore: before.createdAt };
  const listed = await bot.list({ ...made, limit: 100 });
  const times = listed.map(({ createdAt }) => createdAt);
  expect(times.every((time) => time > after.createdAt && time < before.createdAt)).toBe(true);
  expect(listed.length).toBeGreaterThan(0);
  expect((await walk({ ...made, limit: 7 })).flat()).toEqual(listed.map(({ id }) => id));
});

test('those saved since are listed, the last saved first, page by page', async () => {
  const { updatedAt } = (await bot.list({ limit: 1 }))[0] ?? { updatedAt: '' };
  const saved = [5, 90, 40].map((index) => String(ids[index]));
  for (const id of saved) {
    await bot.change(id, { body: `Saved ${Date.now()}` });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await bot.publish(String(saved[1]));
  const pages = await walk({ updatedAfter: updatedAt, limit: 2 });
  expect(pages).toEqual([[saved[2], saved[1]], [saved[0]]]);
});
