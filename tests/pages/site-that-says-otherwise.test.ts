import { startSite, type Site } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite({
    env: {
      ROOT_REDIRECT: 'https://example.org/start',
      SEARCH_ENGINES: 'false',
      CORS_ORIGINS: 'https://known.example',
    },
  });
});
afterAll(() => site.stop());

test('/ leads where it says', async () => {
  const { headers } = await site.request.get('/').expect(302);
  expect(headers.location).toBe('https://example.org/start');
});

test('search engines are kept away', async () => {
  const { text } = await site.request.get('/robots.txt').expect(200);
  expect(text).toBe('User-agent: *\nDisallow: /\n');
});

test('without a contact there is no security.txt', async () => {
  await site.request.get('/.well-known/security.txt').expect(404);
});

test('an origin that may read answers is named', async () => {
  const { headers } = await site.request.get('/works').set('Origin', 'https://known.example');
  expect(headers['access-control-allow-origin']).toBe('https://known.example');
});
