import { envelope } from '../support/envelope';
import { createBot } from '../support/bot';
import { useOwnSite } from '../support/use-site';

const { site } = useOwnSite();

test.each([
  ['post', '/health', 'GET'],
  ['delete', '/health', 'GET'],
  ['put', '/publications', 'GET, POST'],
  ['delete', '/publications', 'GET, POST'],
  ['patch', '/publications', 'GET, POST'],
  ['post', '/publications/some', 'GET, PATCH, DELETE'],
  ['put', '/publications/some', 'GET, PATCH, DELETE'],
  ['get', '/publications/some/publish', 'POST'],
  ['delete', '/publications/some/publish', 'POST'],
  ['get', '/publications/some/unpublish', 'POST'],
  ['get', '/publications/some/preview', 'POST'],
  ['get', '/publications/some/restore', 'POST'],
  ['put', '/materials', 'GET, POST'],
  ['delete', '/materials', 'GET, POST'],
  ['post', '/materials/some', 'GET, PATCH, DELETE'],
  ['get', '/materials/resumable', 'POST, OPTIONS'],
  ['put', '/materials/resumable/some', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
] as const)('%s %s is 405 and allows %s', async (method, path, allow) => {
  const { body, headers } = await createBot(site).request(method, path).expect(405);
  expect(body).toEqual(envelope(405, 'method-not-allowed'));
  expect(headers.allow).toBe(allow);
});

test('OPTIONS on an endpoint is 405: a bot is no browser', async () => {
  const { body } = await site.request
    .options('/api/bot/publications')
    .set('Authorization', `Bearer ${site.token}`)
    .expect(405);
  expect(body).toEqual(envelope(405, 'method-not-allowed'));
});

test('HEAD on a list is the list without a body', async () => {
  const { text } = await site.request
    .head('/api/bot/publications')
    .set('Authorization', `Bearer ${site.token}`)
    .expect(200);
  expect(text).toBeUndefined();
});

describe('a route that is to go', () => {
  interface Route {
    method: string;
    path: string;
    config: object;
  }
  const route = (): Route | undefined => {
    const { routes } = site.strapi.plugin('bot') as unknown as {
      routes: Record<string, { routes: Route[] }>;
    };
    return routes['content-api']?.routes.find(
      ({ method, path }) => method === 'GET' && path === '/publications'
    );
  };
  let before: object | undefined;

  beforeEach(() => {
    before = route()?.config;
    Object.assign(route() ?? {}, {
      config: {
        ...before,
        deprecation: {
          since: new Date('2027-01-31T00:00:00Z'),
          sunset: new Date('2028-01-31T12:00:00Z'),
          link: 'https://example.com/changes',
        },
      },
    });
  });
  afterEach(() => Object.assign(route() ?? {}, { config: before }));

  test.each([
    ['', 200],
    ['?limit=0', 400],
  ])('says so: %s, %d', async (query, status) => {
    const { headers } = await createBot(site)
      .request('get', `/publications${query}`)
      .expect(status);
    expect(headers).toMatchObject({
      deprecation: '@1801353600',
      sunset: 'Mon, 31 Jan 2028 12:00:00 GMT',
      link: '<https://example.com/changes>; rel="deprecation"',
    });
  });

  test('is the only one that says so', async () => {
    const { headers } = await createBot(site).request('get', '/materials').expect(200);
    expect(headers).not.toHaveProperty('deprecation');
    expect(headers).not.toHaveProperty('sunset');
  });
});

test('no origin is allowed to read an answer', async () => {
  const { headers } = await site.request
    .get('/api/bot/health')
    .set('Origin', 'https://elsewhere.example');
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});
