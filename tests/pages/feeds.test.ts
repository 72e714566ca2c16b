import { XMLParser } from 'fast-xml-parser';
import Parser from 'rss-parser';

import { jpeg, textFile } from '../support/files';
import { useOwnSite } from '../support/use-site';
import { publishWork, storeFile, writeDraft } from './works';

const { site } = useOwnSite({ env: { WEBSUB_HUB: 'https://hub.example/' } });
beforeAll(async () => {
  const photo = await storeFile(site.strapi, await jpeg({ width: 1200, height: 800 }));
  const notes = await storeFile(site.strapi, textFile('notes.txt', 'Notes '.repeat(20)));
  await publishWork(site.strapi, {
    title: 'An <evening> & more',
    slug: 'an-evening',
    body: `Some *text* with a [link](/works).\n\n]]> and <b>raw</b>`,
    media: [photo.id, notes.id],
  });
  await writeDraft(site.strapi, { title: 'Not yet', slug: 'not-yet' });
  for (let index = 0; index < 21; index += 1) {
    await publishWork(site.strapi, { title: `Work ${index}`, slug: `work-${index}` });
  }
  await publishWork(site.strapi, {
    title: 'Last',
    slug: 'last',
    body: `See ![it](${photo.url})`,
    media: [photo.id, notes.id],
  });
});

interface JsonFeed {
  feed_url: string;
  hubs: { type: string; url: string }[];
  items: { id: string; url: string; title: string; image?: string; attachments?: object[] }[];
}

const atomText = async () => (await site.request.get('/works/feed.xml').expect(200)).text;
const json = async (): Promise<JsonFeed> => {
  const { text, type } = await site.request.get('/works/feed.json').expect(200);
  expect(type).toBe('application/feed+json');
  return JSON.parse(text) as JsonFeed;
};

test('both are found from every page', async () => {
  const { text } = await site.request.get('/works/last');
  expect(text).toContain('type="application/atom+xml" title="test-site" href="/works/feed.xml"');
  expect(text).toContain('type="application/feed+json" title="test-site" href="/works/feed.json"');
});

test('a reader of Atom finds the newest twenty, whole, with absolute addresses', async () => {
  const text = await atomText();
  const feed = await new Parser().parseString(text);
  expect(feed.title).toBe('test-site');
  expect(feed.feedUrl).toBe(`${site.url}/works/feed.xml`);
  expect(feed.items).toHaveLength(20);
  expect(text).toMatch(
    /<link href="http:[^"]+" rel="enclosure" type="text\/plain" title="notes.txt" length="120"\/>/
  );
  expect(text).toContain('<link href="https://hub.example" rel="hub"/>');
  const [newest] = feed.items;
  expect(newest).toMatchObject({
    title: 'Last',
    link: `${site.url}/works/last`,
  });
  expect(newest?.content).toContain(`src="${site.url}/uploads/`);
  expect(newest?.content).not.toMatch(/(?:src|href|srcset)="\//);
});

test('the text of a work is HTML to a reader of Atom, and not what its tags say', async () => {
  const { feed } = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => name === 'entry',
  }).parse(await atomText()) as { feed: { entry: { content: Record<string, string> }[] } };
  expect(new Set(feed.entry.map(({ content }) => content['@_type']))).toEqual(new Set(['html']));
  expect(feed.entry[0]?.content['#text']).toMatch(/^<div class="text"[^>]*>\n<p>See <img /);
});

test('a reader of JSON Feed finds the same works in the same order', async () => {
  const feed = await json();
  const atom = await new Parser().parseString(await atomText());
  expect(feed.items.map(({ id }) => id)).toEqual(
    atom.items.map((item) => (item as { id?: string }).id)
  );
  expect(feed.feed_url).toBe(`${site.url}/works/feed.json`);
  expect(feed.hubs).toEqual([{ type: 'WebSub', url: 'https://hub.example' }]);
  expect(feed.items[0]).toMatchObject({
    url: `${site.url}/works/last`,
    title: 'Last',
    image: expect.stringMatching(/^http:.*\.jpg$/),
    attachments: [{ title: 'notes.txt', mime_type: 'text/plain', size_in_bytes: 120 }],
  });
});

test('an entry keeps its id when its address changes', async () => {
  const idOf = async (url: string) =>
    (await json()).items.find((item) => item.url === `${site.url}/works/${url}`)?.id;
  const before = await idOf('work-20');
  const row = await site.strapi.db
    .query('api::work.work')
    .findOne({ where: { slug: 'work-20', publishedAt: { $notNull: true } } });
  await site.strapi
    .documents('api::work.work')
    .update({ documentId: row.documentId, data: { slug: 'moved' } });
  await site.strapi.documents('api::work.work').publish({ documentId: row.documentId });
  expect(await idOf('moved')).toBe(before);
  expect(before).toMatch(/^tag:127\.0\.0\.1,2026:work:/);
});

test('what has not changed is not sent again', async () => {
  const { headers } = await site.request.get('/works/feed.xml');
  await site.request
    .get('/works/feed.xml')
    .set('If-None-Match', headers.etag ?? '')
    .expect(304);
});

test('a work is there in Markdown, and so is the list of works', async () => {
  const { text, type } = await site.request.get('/works/an-evening.md').expect(200);
  expect(type).toBe('text/markdown');
  expect(text).toMatch(/^# An <evening> & more\n/);
  expect(text).toContain('Some *text* with a [link](/works).');
  expect(text).toMatch(/!\[photo\.jpg\]\(<http:.*\.jpg>\)/);
  await site.request.get('/works/not-yet.md').expect(404);

  const { text: llms } = await site.request.get('/llms.txt').expect(200);
  expect(llms).toMatch(/^# test-site\n\n> /);
  expect(llms).toContain(`- [Last](${site.url}/works/last.md)`);
});

test('a title with brackets is one link in the list of works', async () => {
  const documentId = await publishWork(site.strapi, {
    title: 'On [old](/evil) \\ paper]',
    slug: 'brackets',
  });
  const { text } = await site.request.get('/llms.txt').expect(200);
  expect(text).toContain(`- [On \\[old\\](/evil) \\\\ paper\\]](${site.url}/works/brackets.md)\n`);
  await site.strapi.documents('api::work.work').delete({ documentId });
});

test('a slug that ends with .md is a page all the same', async () => {
  await publishWork(site.strapi, { title: 'Read me', slug: 'readme' });
  // A slug from a version that did not reserve it.
  await site.strapi.db.connection('works').where({ slug: 'readme' }).update({ slug: 'readme.md' });
  const { type } = await site.request.get('/works/readme.md').expect(200);
  expect(type).toBe('text/html');
});

test.each([
  '/',
  '/works',
  '/works/an-evening',
  '/works/an-evening.md',
  '/works/none',
  '/nowhere',
  '/works/feed.xml',
  '/works/feed.json',
  '/sitemap/0.xml',
  '/llms.txt',
])('%s is sent compressed, and a page is light without its pictures', async (place) => {
  const { text, type, headers } = await site.request.get(place).set('Accept-Encoding', 'gzip');
  const bytes = Buffer.byteLength(text);
  // Answers below a kilobyte are not compressed.
  expect(headers['content-encoding']).toBe(bytes < 1024 ? undefined : 'gzip');
  if (type === 'text/html') expect(bytes).toBeLessThan(15 * 1024);
});

/** Returns the update time of the feed, not of an entry. */
const updatedOf = (text: string): number =>
  Date.parse(new XMLParser().parse(text).feed.updated as string);

test('a work is as new as its publication, and the feed as its last change', async () => {
  const documentId = await writeDraft(site.strapi, { title: 'Late', slug: 'late' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await site.strapi.documents('api::work.work').publish({ documentId });
  const { text } = await site.request.get('/works/late');
  const published = /article:published_time" content="([^"]+)"/.exec(text)?.[1] ?? '';
  expect(/article:modified_time" content="([^"]+)"/.exec(text)?.[1]).toBe(published);
  expect(text).toContain(`"datePublished":"${published}","dateModified":"${published}"`);
  const before = updatedOf(await atomText());
  expect(new Date(before).toISOString()).toBe(published);
  await site.strapi.documents('api::work.work').unpublish({ documentId });
  expect(updatedOf(await atomText())).toBeGreaterThan(before);
});
