import { envelope, fieldErrors } from '../support/envelope';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

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

test('a parameter that is not known is 400, named beside those that are', async () => {
  const { body } = await bot.request('get', '/publications?externalID=x&sort=title&limit=5');
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['externalID'], ['sort'])));
  expect(body.error.message).toMatch(/externalID is not a known parameter.*externalId/);
});

test.each([
  ['get', '/publications', 'createdafter=2030-01-01T00:00:00Z'],
  ['get', '/publications', '__proto__=x'],
  ['get', '/publications', 'fields[tags]=x'],
  ['get', '/materials', 'status=draft'],
  ['get', '/changes', 'afterr=x'],
  ['get', '/webhooks', 'limit=1'],
  ['get', '/publications/some', 'include=fields'],
  ['get', '/materials/some', 'x'],
  ['get', '/materials/resumable/some', 'x'],
  ['post', '/publications', 'publish=true'],
  ['post', '/publications/some/publish', 'at=now'],
  ['post', '/publications/some/unpublish', 'x='],
  ['post', '/publications/some/restore', 'x'],
  ['post', '/publications/some/preview', 'hours=1'],
  ['post', '/materials', 'name=x'],
  ['post', '/materials/resumable', 'x'],
  ['post', '/webhooks/retry', 'x'],
  ['patch', '/publications/some', 'publsh=true'],
  ['patch', '/materials/some', 'publish=true'],
  ['patch', '/materials/resumable/some', 'x'],
  ['delete', '/publications/some', 'force=true'],
  ['delete', '/materials/some', 'force=true'],
  ['delete', '/materials/resumable/some', 'x'],
] as const)('%s %s?%s is 400', async (method, path, query) => {
  const request = bot.request(method, `${path}?${query}`);
  const { body } = await (method === 'get' ? request : request.type('json').send('{}')).expect(400);
  const name = new URLSearchParams(query).keys().next().value ?? '';
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors([name])));
});

test('health answers a monitor that adds a parameter of its own', async () => {
  await site.request.get('/api/bot/health?monitor=1').expect(200);
});
