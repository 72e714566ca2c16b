import { createBot } from '../support/bot';
import { useOwnSite } from '../support/use-site';

const { site } = useOwnSite();

const bot = () => createBot(site);
const OLD = '2019-05-31T06:00:00.000Z';

const publishNew = async (title: string, firstPublishedAt?: string) => {
  const { id } = await bot().createPublication({ title, body: 'Text', firstPublishedAt });
  await bot().publish(id);
  return id;
};
const slugsOf = (text: string) =>
  [...text.matchAll(/<h2 dir="auto"><a href="\/works\/([^"]+)"/g)].map(([, slug]) => slug);
const page = async (path: string) => (await site.request.get(path).expect(200)).text;

let old: string;
beforeAll(async () => {
  await publishNew('First');
  await publishNew('Second');
  old = await publishNew('Old', OLD);
});

test('the home page, the feeds and llms.txt are in the order of the first publish', async () => {
  const expected = ['second', 'first', 'old'];
  expect(slugsOf(await page('/works'))).toEqual(expected);
  const feed = JSON.parse(await page('/works/feed.json')) as { items: { url: string }[] };
  expect(feed.items.map(({ url }) => url.split('/').at(-1))).toEqual(expected);
  const llms = [...(await page('/llms.txt')).matchAll(/works\/([\w-]+)\.md\)/g)];
  expect(llms.map(([, slug]) => slug)).toEqual(expected);
});

test('a mended typo leaves a work at its place', async () => {
  await bot().request('patch', `/publications/${old}?publish=true`).send({ body: 'A mended text' });
  expect(slugsOf(await page('/works')).at(-1)).toBe('old');
});

/** Makes the works of the site older, as if time had passed since their creation. */
const setCreatedAt = async (id: string, createdAt: string): Promise<void> => {
  await site.strapi.db
    .getConnection('works')
    .where({ document_id: id })
    .update({ created_at: new Date(createdAt) });
};

test('the move of an older work to this site is not shown as a change', async () => {
  expect(await page('/works/old')).not.toContain('Changed <time');
});

test('the page, its data and the feeds say the first publish, and when the text changed', async () => {
  await setCreatedAt(old, OLD);
  await bot().request('patch', `/publications/${old}?publish=true`).send({ body: 'Mended again' });
  const text = await page('/works/old');
  const { publishedAt } = await bot().get(old);
  const changed = /"dateModified":"([^"]+)"/.exec(text)?.[1];
  expect(text).toContain(`<time datetime="${OLD}">31 May 2019</time> · Changed <time`);
  expect(text).toContain(`<meta property="article:published_time" content="${OLD}">`);
  expect(text).toContain(`"datePublished":"${OLD}"`);
  expect(Date.parse(String(changed))).toBeGreaterThanOrEqual(Date.parse(String(publishedAt)));
  expect(await page('/works/feed.xml')).toContain(`<published>${OLD}</published>`);
  expect(await page('/works/feed.json')).toContain(`"date_published":"${OLD}"`);
  expect(await page('/works/old.md')).toContain(`Published ${OLD}`);
});

test('a change within a day is not shown', async () => {
  expect(await page('/works/first')).not.toContain('Changed <time');
});

test('the works beside one are those of the dates beside its own', async () => {
  const text = await page('/works/first');
  expect(text).toMatch(/rel="next" dir="auto" href="\/works\/second"/);
  expect(text).toMatch(/rel="prev" dir="auto" href="\/works\/old"/);
});

test('a cursor of an earlier version still works', async () => {
  const cursor = Buffer.from(`${Date.parse(OLD) + 1}.1`).toString('base64url');
  expect(slugsOf(await page(`/works?before=${cursor}`))).toEqual(['old']);
});

test('a topic is in that order too, page by page, and follows a change of a date', async () => {
  const tags = ['Dated'];
  const ids: string[] = [];
  for (const [title, firstPublishedAt] of [
    ['Middle', '2015-01-01'],
    ['Latest', '2016-01-01'],
    ['Earliest', '2014-01-01'],
  ] as const) {
    const { id } = await bot().createPublication({ title, fields: { tags }, firstPublishedAt });
    await bot().publish(id);
    ids.push(id);
  }
  const slugs = async (query = '') => slugsOf(await page(`/works/tags/dated${query}`));
  expect(await slugs()).toEqual(['latest', 'middle', 'earliest']);
  const cursor = Buffer.from(`${Date.parse('2015-06-01')}.1`).toString('base64url');
  expect(await slugs(`?before=${cursor}`)).toEqual(['middle', 'earliest']);
  await bot().change(String(ids[1]), { firstPublishedAt: '2013-01-01' });
  expect(await slugs()).toEqual(['middle', 'earliest', 'latest']);
});

test('related works are those first published last', async () => {
  const publishTagged = async (title: string) => {
    const { id } = await bot().createPublication({
      title,
      body: 'Text',
      fields: { tags: ['Moon'] },
    });
    await bot().publish(id);
    return id;
  };
  const oldest = await publishTagged('Moon 1');
  for (const title of ['Moon 2', 'Moon 3', 'Moon 4']) await publishTagged(title);
  const related = async () => {
    const [section] = /<section class="related"[^]*?<\/section>/.exec(
      await page('/works/moon-4')
    ) ?? [''];
    return [...section.matchAll(/href="\/works\/([^"]+)"/g)].map(([, slug]) => slug);
  };
  const expected = ['moon-3', 'moon-2', 'moon-1'];
  expect(await related()).toEqual(expected);
  await bot().request('patch', `/publications/${oldest}?publish=true`).send({ body: 'Mended' });
  expect(await related()).toEqual(expected);
});
