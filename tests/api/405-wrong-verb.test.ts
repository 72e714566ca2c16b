import { envelope } from '../support/envelope';
import { createBot } from '../support/bot';
import { startSite, type Site } from '../support/site';

let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

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
  ['put', '/materials', 'GET, POST'],
  ['delete', '/materials', 'GET, POST'],
  ['post', '/materials/some', 'GET, PATCH, DELETE'],
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

test('no origin is allowed to read an answer', async () => {
  const { headers } = await site.request
    .get('/api/bot/health')
    .set('Origin', 'https://elsewhere.example');
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});
