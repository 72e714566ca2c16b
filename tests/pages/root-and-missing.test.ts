import { useOwnSite } from '../support/use-site';
import { publishWork } from './works';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const { site } = useOwnSite({ env: { SECURITY_CONTACT: 'mailto:security@example.org' } });
beforeAll(async () => {
  await publishWork(site.strapi, { title: 'An evening', slug: 'an-evening' });
});

test('/ shows the works', async () => {
  const { text, status } = await site.request.get('/');
  expect(status).toBe(200);
  expect(text).toContain('<a href="/works/an-evening">An evening</a>');
  expect(text).toContain(`<link rel="canonical" href="${site.url}/works">`);
});

test.each(['/nowhere', '/nowhere/at/all', '/uploads/none.jpg', '/works/none', '/favicon.png/x'])(
  '%s is a page that says that there is nothing, to a browser and to whoever takes all',
  async (path) => {
    for (const accept of [BROWSER, '*/*']) {
      const { status, type, text } = await site.request.get(path).set('Accept', accept);
      expect([status, type]).toEqual([404, 'text/html']);
      expect(text).toContain('<h1>Page not found</h1>');
    }
  }
);

test('a program that asks for JSON gets JSON, and an API never answers with a page', async () => {
  const asked = await site.request.get('/nowhere').set('Accept', 'application/json').expect(404);
  expect(asked.body.error.status).toBe(404);
  const api = await site.request.get('/api/nowhere').set('Accept', BROWSER).expect(404);
  expect(api.body.error.status).toBe(404);
  const post = await site.request.post('/nowhere').set('Accept', BROWSER);
  expect(post.text).not.toContain('<html');
});

test('robots are led to the map, and kept from what is no page', async () => {
  const { text, type } = await site.request.get('/robots.txt').expect(200);
  expect(type).toBe('text/plain');
  expect(text).toBe(
    `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${site.url}/sitemap.xml\n`
  );
});

test('there is an icon', async () => {
  await site.request.get('/favicon.ico').expect(200);
});

test('security.txt names whom to tell, for a while', async () => {
  const { text } = await site.request.get('/.well-known/security.txt').expect(200);
  expect(text).toContain('Contact: mailto:security@example.org\n');
  const expires = /^Expires: (.+)$/m.exec(text)?.[1] ?? '';
  expect(Date.parse(expires)).toBeGreaterThan(Date.now());
});

test('no origin is told by an empty header that it may not read an answer', async () => {
  for (const path of ['/works', '/api/works', '/nowhere']) {
    const { headers } = await site.request.get(path).set('Origin', 'https://elsewhere.example');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  }
});
