import { useOwnSite } from '../support/use-site';
import { publishWork } from './works';

const { site } = useOwnSite({
  env: {
    ROOT_REDIRECT: 'https://example.org/start',
    SITE_LOCALE: 'ar',
    PAGE_STALE_SECONDS: '60',
    SEARCH_ENGINES: 'false',
    CORS_ORIGINS: 'https://known.example',
  },
});

test('/ leads where it says', async () => {
  const { headers } = await site.request.get('/').expect(302);
  expect(headers.location).toBe('https://example.org/start');
});

test('an Arabic site is read from right to left, and so are its labels, not what is in another language', async () => {
  await publishWork(site.strapi, { title: 'مساء', slug: 'evening', body: '|a|\n|-|\n' });
  await publishWork(site.strapi, { title: 'Abend', slug: 'abend', language: 'de-AT' });
  const { text: list } = await site.request.get('/works').expect(200);
  expect(list).toContain('<html lang="ar" dir="rtl">');
  expect(list).toContain('<h1>المنشورات</h1>');
  expect(list).toContain('<h2 dir="auto" lang="de-AT"><a href="/works/abend">Abend</a></h2>');
  const { text: own } = await site.request.get('/works/evening').expect(200);
  expect(own).toContain('aria-label="جدول"');
  const { text: other } = await site.request.get('/works/abend').expect(200);
  expect(other).toContain('<html lang="de-AT">');
  expect(other).toContain('"inLanguage":"de-AT"');
  expect(other).toMatch(/<time [^>]+>\d+\. \p{L}+ \d{4}<\/time>/u);
  expect(other).toContain('>Alle Beiträge</a>');
});

test('a cache may show a page while it asks for a new one, but not that something is missing', async () => {
  const cachingOf = async (path: string) => (await site.request.get(path)).headers['cache-control'];
  expect(await cachingOf('/works')).toBe(
    'public, max-age=0, s-maxage=1, stale-while-revalidate=60'
  );
  expect(await cachingOf('/works/missing')).toBe(
    'public, max-age=0, s-maxage=1, stale-while-revalidate=0'
  );
});

test('search engines are kept away', async () => {
  const { text } = await site.request.get('/robots.txt').expect(200);
  expect(text).toBe('User-agent: *\nDisallow: /\n');
});

test('without a contact there is no security.txt', async () => {
  await site.request.get('/.well-known/security.txt').expect(404);
});

test('an origin that may read answers is named, of pages that are kept for others too', async () => {
  await publishWork(site.strapi, { title: 'Kept', slug: 'kept' });
  for (const path of ['/works', '/works/kept']) {
    const unknown = await site.request.get(path);
    expect(unknown.headers).not.toHaveProperty('access-control-allow-origin');
    const { headers } = await site.request.get(path).set('Origin', 'https://known.example');
    expect(headers['access-control-allow-origin']).toBe('https://known.example');
  }
});
