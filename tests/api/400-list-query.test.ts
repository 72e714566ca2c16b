import { envelope, fieldErrors } from '../support/envelope';
import { createBot, type Bot } from '../support/bot';
import { startSite, type Site } from '../support/site';

let site: Site;
let bot: Bot;

beforeAll(async () => {
  site = await startSite();
  bot = createBot(site);
});
afterAll(() => site.stop());

test.each([
  ['limit', '0'],
  ['limit', '00'],
  ['limit', '-1'],
  ['limit', 'abc'],
  ['limit', '1.5'],
  ['limit', '1e1'],
  ['limit', '0x10'],
  ['limit', '+5'],
  ['limit', '%2010'],
  ['limit', ''],
  ['status', 'deleted'],
  ['status', 'Published'],
  ['status', 'public-version'],
  ['status', ''],
  ['createdAfter', 'yesterday'],
  ['createdBefore', '2030-01-01'],
  ['updatedAfter', '2030-01-01T00:00:00'],
  ['include', 'body'],
  ['title', ''],
  ['title', 'a'.repeat(256)],
  ['madeBy', 'nobody'],
  ['fields.tags', ''],
  ['fields.excerpt', 'a'],
  ['fields.nothing', 'a'],
  ['cursor', ''],
  ['cursor', 'abc'],
  ['cursor', '0'],
  ['cursor', 'MTIz'],
  ['cursor', '%00'],
])('%s=%s is 400 and named', async (parameter, value) => {
  const { body } = await bot.request('get', `/publications?${parameter}=${value}`).expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors([parameter])));
});

test.each([
  ['limit', '0'],
  ['type', 'audio'],
  ['type', ''],
  ['attached', 'no'],
  ['sha256', 'abc'],
  ['sha256', 'g'.repeat(64)],
  ['cursor', 'abc'],
  ['cursor', Buffer.from('1.a').toString('base64url')],
  ['cursor', Buffer.from('material.99999999999').toString('base64url')],
])('%s=%s is 400 and named in the list of materials', async (parameter, value) => {
  const { body } = await bot.request('get', `/materials?${parameter}=${value}`).expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors([parameter])));
});

test('a wrong status is answered with the allowed ones', async () => {
  const { body } = await bot.request('get', '/publications?status=deleted').expect(400);
  expect(body.error.message).toMatch(/draft.*published/);
});

test.each(['limit=1&limit=2', 'status=draft&status=draft', 'cursor=a&cursor=b'])(
  'the repeated parameter in %s is 400 and named',
  async (query) => {
    const { body } = await bot.request('get', `/publications?${query}`).expect(400);
    expect(body).toEqual(
      envelope(400, 'invalid-request', fieldErrors([String(query.split('=')[0])]))
    );
  }
);

test('every wrong parameter is named at once', async () => {
  const { body } = await bot.request('get', '/publications?limit=0&status=x').expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['limit'], ['status'])));
});
