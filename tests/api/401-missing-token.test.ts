import { PROTECTED_ENDPOINTS, UNKNOWN_ROUTES } from '../support/endpoints';
import { envelope } from '../support/envelope';
import { TOKEN } from '../support/environment';
import { useSite } from '../support/use-site';

const refused = envelope(401, 'token-missing');

const { site } = useSite();

test.each(PROTECTED_ENDPOINTS)('%s %s without a token is 401', async (method, path) => {
  const { body } = await site.request[method](path)
    .expect(401)
    .expect('WWW-Authenticate', 'Bearer');
  expect(body).toEqual(refused);
});

test.each(UNKNOWN_ROUTES)('%s %s, which does not exist, is 401 too', async (method, path) => {
  const { body } = await site.request[method](path)
    .expect(401)
    .expect('WWW-Authenticate', 'Bearer');
  expect(body).toEqual(refused);
});

test.each([
  '',
  'Bearer',
  'Bearer ',
  'Basic dGVzdDp0ZXN0',
  `Token ${TOKEN}`,
  TOKEN,
  `Bearer${TOKEN}`,
  `Bearer ${TOKEN} extra`,
  `Bearer "${TOKEN}" x`,
  `Basic ${TOKEN}, Bearer ${TOKEN}`,
])('the header "%s" is not of the Bearer form: 401 that asks for it', async (header) => {
  const { body } = await site.request
    .get('/api/bot/publications')
    .set('Authorization', header)
    .expect(401)
    .expect('WWW-Authenticate', 'Bearer');
  expect(body).toEqual(refused);
});

test.each(['token', 'access_token', 'bearer', 'Authorization', 'authorization', 'BOT_API_TOKEN'])(
  'a token in the query parameter %s is never read',
  async (parameter) => {
    const { body } = await site.request
      .get('/api/bot/publications')
      .query({ [parameter]: site.token })
      .expect(401);
    expect(body).toEqual(refused);
  }
);

test('a token in the body is never read', async () => {
  await site.request
    .post('/api/bot/publications')
    .type('form')
    .send({ access_token: site.token })
    .expect(401);
});

test.each(['X-Api-Key', 'X-Authorization', 'Proxy-Authorization', 'Cookie'])(
  'a token in the header %s is never read',
  async (header) => {
    await site.request.get('/api/bot/publications').set(header, `Bearer ${site.token}`).expect(401);
  }
);

test('without a token, a body that is not valid is not looked at', async () => {
  const { body } = await site.request
    .post('/api/bot/publications')
    .type('json')
    .send('{')
    .expect(401);
  expect(body).toEqual(refused);
});

test('OPTIONS is no way past the token', async () => {
  await site.request
    .options('/api/bot/publications')
    .set('Origin', 'https://elsewhere.example')
    .expect(401);
});

test('HEAD is no way past the token', async () => {
  await site.request.head('/api/bot/publications').expect(401);
});
