import { PROTECTED_ENDPOINTS, UNKNOWN_ROUTES } from '../support/endpoints';
import { envelope } from '../support/envelope';
import { TOKEN } from '../support/environment';
import { useSite } from '../support/use-site';

const refused = envelope(401, 'token-invalid');
const challenge = 'Bearer error="invalid_token"';

const { site } = useSite();

test.each(PROTECTED_ENDPOINTS)('%s %s with a wrong token is 401', async (method, path) => {
  const { body } = await site.request[method](path)
    .set('Authorization', 'Bearer wrong')
    .expect(401)
    .expect('WWW-Authenticate', challenge);
  expect(body).toEqual(refused);
});

test.each(UNKNOWN_ROUTES)('%s %s, which does not exist, is 401 too', async (method, path) => {
  const { body } = await site.request[method](path)
    .set('Authorization', 'Bearer wrong')
    .expect(401);
  expect(body).toEqual(refused);
});

test.each([
  ['one of the same length', `${TOKEN.slice(0, -1)}T`],
  ['a prefix', TOKEN.slice(0, -1)],
  ['the first character', TOKEN.slice(0, 1)],
  ['a suffix', TOKEN.slice(1)],
  ['one that starts with the right one', `${TOKEN}1`],
  ['the right one twice', TOKEN + TOKEN],
  ['the right one in capitals', TOKEN.toUpperCase()],
  ['the right one in quotes', `"${TOKEN}"`],
  ['the right one after the scheme twice', `Bearer:${TOKEN}`],
  ['a very long one', 'x'.repeat(4000)],
  ['a digest of the right one', '66a8d8b5d8f0d3a0b3d1a7b8b7c9b1b2f2a3c1d0e5f6a7b8c9d0e1f2a3b4c5d6'],
  ['the word undefined', 'undefined'],
  ['the word null', 'null'],
])('%s is a wrong token', async (_case, token) => {
  const { body } = await site.request
    .get('/api/bot/publications')
    .set('Authorization', `Bearer ${token}`)
    .expect(401)
    .expect('WWW-Authenticate', challenge);
  expect(body).toEqual(refused);
});

test('an empty previous token accepts nothing', async () => {
  await site.request.get('/api/bot/publications').set('Authorization', 'Bearer ').expect(401);
});

test('the answer says nothing of the token that was sent', async () => {
  const { text } = await site.request
    .get('/api/bot/publications')
    .set('Authorization', 'Bearer a-secret-of-another-site');
  expect(text).not.toContain('a-secret-of-another-site');
});

test('an API token of Strapi is a wrong token', async () => {
  const { accessKey } = await site.strapi
    .service('admin::api-token')
    .create({ name: 'full', type: 'full-access', lifespan: null });
  await site.request
    .get('/api/bot/publications')
    .set('Authorization', `Bearer ${accessKey}`)
    .expect(401);
});
