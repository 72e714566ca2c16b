import { XMLParser, XMLValidator } from 'fast-xml-parser';
import Parser from 'rss-parser';

import { jpeg } from '../support/files';
import { useOwnSite } from '../support/use-site';
import { insertPublished, publishWork, storeFile, writeDraft } from './works';

interface Place {
  loc: string;
  lastmod: string;
  'image:image'?: { 'image:loc': string };
}

const { site } = useOwnSite();

const read = async (path: string): Promise<Record<string, never>> => {
  const { text, type } = await site.request.get(path).expect(200);
  expect(type).toBe('application/xml');
  expect(XMLValidator.validate(text)).toBe(true);
  return new XMLParser({ isArray: (name) => ['url', 'sitemap'].includes(name) }).parse(text);
};

const maps = async (): Promise<string[]> => {
  const { sitemapindex } = (await read('/sitemap.xml')) as {
    sitemapindex?: { sitemap?: { loc: string }[] };
  };
  return (sitemapindex?.sitemap ?? []).map(({ loc }) => loc.replace(site.url, ''));
};

const places = async (path: string): Promise<Place[]> =>
  ((await read(path)) as { urlset?: { url?: Place[] } }).urlset?.url ?? [];

test('a site without works has a map without maps, and empty feeds', async () => {
  expect(await maps()).toEqual(['/sitemap/topics.xml']);
  await site.request.get('/sitemap/0.xml').expect(404);
  const { text } = await site.request.get('/works/feed.xml').expect(200);
  expect((await new Parser().parseString(text)).items).toEqual([]);
  const json = await site.request.get('/works/feed.json').expect(200);
  expect(JSON.parse(json.text)).toMatchObject({ title: 'test-site', items: [] });
});

test('every published work is listed once, with its image and its last change', async () => {
  const photo = await storeFile(site.strapi, await jpeg());
  await publishWork(site.strapi, { title: 'One', slug: 'one', media: [photo.id] });
  await writeDraft(site.strapi, { title: 'Draft', slug: 'draft' });
  // More works than the sitemap reads at a time.
  await insertPublished(site.strapi, 1_100, () => 1_700_000_000_000);

  const found = (await Promise.all((await maps()).map(places))).flat();
  expect(found).toHaveLength(1_102);
  expect(new Set(found.map(({ loc }) => loc)).size).toBe(1_102);
  expect(found.map(({ loc }) => loc)).toContain(`${site.url}/works`);
  expect(found.find(({ loc }) => loc === `${site.url}/works/one`)).toMatchObject({
    'image:image': { 'image:loc': `${site.url}${photo.url}` },
  });
  expect(found.find(({ loc }) => loc === `${site.url}/works/work-7`)?.lastmod).toBe(
    new Date(1_700_000_000_000).toISOString()
  );
});

test('works whose rows lie far apart are in maps of their own, and no map is empty', async () => {
  await site.strapi.db.query('api::work.work').create({
    data: {
      id: 250_000,
      documentId: 'far',
      title: 'Far',
      slug: 'far',
      publishedAt: new Date(),
    },
  });
  expect(await maps()).toEqual(['/sitemap/0.xml', '/sitemap/5.xml', '/sitemap/topics.xml']);
  expect((await places('/sitemap/5.xml')).map(({ loc }) => loc)).toEqual([`${site.url}/works/far`]);
  await site.request.get('/sitemap/3.xml').expect(404);
  await site.request.get('/sitemap/none.xml').expect(404);
});
