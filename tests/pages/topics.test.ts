import { XMLParser } from 'fast-xml-parser';
import Parser from 'rss-parser';

import { png, textFile } from '../support/files';
import { useOwnSite } from '../support/use-site';

const { site, bot } = useOwnSite();
const urls: Record<string, string> = {};

const publish = async (
  title: string,
  fields: Record<string, unknown> = {},
  media: string[] = []
) => {
  const { id } = await bot.createPublication({ title, body: `Text of ${title}`, media, fields });
  urls[title] = new URL((await bot.publish(id)).url).pathname;
  return id;
};

const read = async (path = ''): Promise<string> => (await site.request.get(path).expect(200)).text;

const linksIn = (html: string, start = '/works/'): string[] =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"/g)]
    .map(([, href]) => String(href))
    .filter((href) => href.startsWith(start));

beforeAll(async () => {
  await site.strapi.documents('api::category.category').create({ data: { name: 'Sky' } });
  await publish('First', { tags: ['Mars'], author: 'Anna & Ben' });
  await publish('Second');
  await publish('Third', {
    tags: ['Mars', 'Dust <i>'],
    category: 'sky',
    author: 'Anna & Ben',
    excerpt: 'In a few words',
  });
  await bot.createPublication({ title: 'Unseen', fields: { tags: ['Mars', 'Secret'] } });
});

test('a work says what it is about, by whom it is, and what comes before and after', async () => {
  const page = await read(urls.Third);
  expect(linksIn(page)).toEqual(
    expect.arrayContaining([
      '/works/tags/mars',
      '/works/tags/dust-i',
      '/works/categories/sky',
      '/works/authors/Anna%20%26%20Ben',
      urls.First,
      urls.Second,
    ])
  );
  expect(page).toContain('Dust &lt;i&gt;');
  expect(page).toContain('<meta name="description" content="In a few words">');
  expect(page).toContain(
    `"author":{"@type":"Person","name":"Anna & Ben","url":"${site.url}/works/authors/Anna%20%26%20Ben"}`
  );
  const second = await read(urls.Second);
  expect(second).toMatch(new RegExp(`<span>Newer</span> <a rel="next"[^>]*href="${urls.Third}"`));
  expect(second).toMatch(new RegExp(`<span>Older</span> <a rel="prev"[^>]*href="${urls.First}"`));
});

test('a work shows the newest others of its first tag, with the cover or the first image of each', async () => {
  const [cover, image] = [await bot.upload(await png()), await bot.upload(await png({ width: 9 }))];
  const text = await bot.upload(textFile('words.txt', 'Words'));
  await publish('With words only', { tags: ['Moon'] }, [text.id]);
  await publish('With an image', { tags: ['Moon'] }, [text.id, image.id]);
  const covered = await publish('Covered', { tags: ['Moon'], cover: cover.id }, [image.id]);
  await publish('On the Moon', { tags: ['Moon', 'Sun'] });
  const related = async () => {
    const page = await read(urls['On the Moon']);
    const section = /<section class="related"[^]*?<\/section>/.exec(page)?.[0] ?? '';
    return section
      .split('<li>')
      .slice(1)
      .map((item) => [linksIn(item)[0], /<img src="[^"]*(picture_\w+)/.exec(item)?.[1]]);
  };
  const nameOf = ({ url }: { url: string }) => /picture_\w+/.exec(url)?.[0];
  const others = [
    [urls['With an image'], nameOf(image)],
    [urls['With words only'], undefined],
  ];
  expect(await related()).toEqual([[urls.Covered, nameOf(cover)], ...others]);
  await bot.request('delete', `/publications/${covered}`).expect(200);
  expect(await related()).toEqual(others);
});

test.each([
  ['tags/mars', ['Third', 'First']],
  ['categories/sky', ['Third']],
  ['authors/Anna%20%26%20Ben', ['Third', 'First']],
])('%s has a page of its works, the newest first, and feeds', async (place, titles) => {
  const list = /<ol class="works"[^]*<\/ol>/.exec(await read(`/works/${place}`))?.[0] ?? '';
  expect(linksIn(list)).toEqual(titles.map((title) => urls[title]));
  const feed = await new Parser().parseString(await read(`/works/${place}/feed.xml`));
  expect(feed.items.map(({ title }) => title)).toEqual(titles);
  const json = JSON.parse(await read(`/works/${place}/feed.json`)) as { items: object[] };
  expect(json.items).toHaveLength(titles.length);
});

test.each([
  'tags/nothing',
  'authors/Nobody',
  'categories/nothing',
  'tags/nothing/feed.xml',
  'authors/Nobody/feed.json',
  'tags/%00',
  'colours/red',
])('%s is a page that is not there', async (place) => {
  await site.request.get(`/works/${place}`).expect(404);
});

test('a tag has as many pages as its works fill', async () => {
  for (let index = 0; index < 21; index += 1) {
    await publish(`Many ${index}`, { tags: ['many'] });
  }
  const first = await read('/works/tags/many');
  const older = /rel="next" href="([^"]+)"/.exec(first)?.[1];
  const rest = await read(String(older).replace(site.url, ''));
  expect(linksIn(rest)).toContain(urls['Many 0']);
  expect(linksIn(rest)).not.toContain(urls['Many 1']);
});

test('the map lists the tags and categories of what is published', async () => {
  const index = await read('/sitemap.xml');
  expect(index).toContain(`${site.url}/sitemap/topics.xml`);
  const { urlset } = new XMLParser().parse(await read('/sitemap/topics.xml')) as {
    urlset: { url: { loc: string }[] };
  };
  const places = urlset.url.map(({ loc }) => loc.replace(site.url, ''));
  expect(places).toEqual(
    expect.arrayContaining(['/works/tags/mars', '/works/tags/dust-i', '/works/categories/sky'])
  );
  expect(places).not.toContain('/works/tags/secret');
});

test('a tag that gets another name is shown by it at once', async () => {
  await publish('Renamed', { tags: ['Old name'] });
  expect(await read(urls.Renamed)).toContain('>Old name</a>');
  const tag = site.strapi.documents('api::tag.tag');
  const found = await tag.findFirst({ filters: { name: 'Old name' } });
  await tag.update({ documentId: String(found?.documentId), data: { name: 'New name' } });
  expect(await read(urls.Renamed)).toContain('>New name</a>');
});

test('whoever follows all links meets every work and topic of the map, and nothing that is not there', async () => {
  const photo = await bot.upload(await png({ width: 700, height: 500 }));
  await publish('With a photo', { cover: photo.id }, [photo.id]);
  const met = new Map<string, number>();
  const left = ['/'];
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    if (met.has(place)) continue;
    const { status, text, type } = await site.request.get(place);
    met.set(place, status);
    if (type !== 'text/html') continue;
    const found = [...text.matchAll(/ (?:href|src|srcset|content)="([^"]+)"/g)]
      .flatMap(([, value]) => String(value).split(', '))
      .map((value) => value.split(' ')[0]?.replaceAll('&amp;', '&') ?? '')
      .filter((value) => value.startsWith('/') || value.startsWith(`${site.url}/`))
      .map((value) => value.replace(site.url, '').replace(/#.*/, ''));
    left.push(...found);
  }
  expect([...met].filter(([, status]) => status !== 200)).toEqual([]);
  expect([...met.keys()].some((place) => place.startsWith('/uploads/'))).toBe(true);

  const mapped: string[] = [];
  for (const [, map] of (await read('/sitemap.xml')).matchAll(/<loc>([^<]+)</g)) {
    const { urlset } = new XMLParser({ isArray: (name) => name === 'url' }).parse(
      await read(String(map).replace(site.url, ''))
    ) as { urlset: { url: { loc: string }[] } };
    mapped.push(...urlset.url.map(({ loc }) => loc.replace(site.url, '')));
  }
  const pages = [...met.keys()].filter(
    (place) => /^\/works(?:\/[^?]*)?$/.test(place) && !/\.(?:xml|json|md)$/.test(place)
  );
  expect(pages.sort()).toEqual(mapped.sort());
});

test('the cover stands above the text and in links; without one, the first image does', async () => {
  const [one, other] = [await bot.upload(await png()), await bot.upload(await png({ width: 9 }))];
  const preview = async (title: string) =>
    /property="og:image" content="([^"]+)"/.exec(await read(urls[title]))?.[1];
  await publish('Without cover', {}, [one.id]);
  expect(await preview('Without cover')).toBe(one.url);
  await publish('With cover', { cover: other.id }, [one.id, other.id]);
  expect(await preview('With cover')).toBe(other.url);
  const page = await read(urls['With cover']);
  expect(page.match(/<figure>/g)).toHaveLength(2);
  expect(page.indexOf('<figure>')).toBeLessThan(page.indexOf('<div class="text"'));
});

test('search engines are told what is meant for them, and of no work that asks to be left out', async () => {
  const seo = { metaTitle: 'For engines', metaDescription: 'Said to engines', noIndex: true };
  await publish('Plain title', { seo, excerpt: 'Said to people' });
  const page = await read(urls['Plain title']);
  expect(page).toContain('<title>For engines · test-site</title>');
  expect(page).toContain('<meta name="description" content="Said to engines">');
  expect(page).toContain('<meta name="robots" content="noindex">');
  expect(page).toContain('<h1 dir="auto">Plain title</h1>');
  expect(await read('/sitemap/0.xml')).toContain(`${urls.Second}</loc>`);
  await publish('Shown', { seo: { ...seo, noIndex: false } });
  const chunk = await site.strapi.service('api::work.sitemap').works(0);
  const mapped: string[] = [];
  for await (const { slug } of chunk) mapped.push(`/works/${slug}`);
  expect(mapped).toContain(urls.Shown);
  expect(mapped).not.toContain(urls['Plain title']);
});
