import { PROTECTED_ENDPOINTS, UNKNOWN_ROUTES } from '../support/endpoints';
import { envelope } from '../support/envelope';
import { textFile } from '../support/files';
import { startSite, type Site } from '../support/site';

const refused = envelope(503, 'token-not-configured');

describe.each([
  ['unset', { BOT_API_TOKEN: '' }],
  ['blank', { BOT_API_TOKEN: '   ' }],
  [
    'unset, though a previous one is set',
    { BOT_API_TOKEN: '', BOT_API_TOKEN_PREVIOUS: 'previous-token-of-the-bot' },
  ],
])('when BOT_API_TOKEN is %s', (_case, env) => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite({ env });
  });
  afterAll(() => site.stop());

  test.each(PROTECTED_ENDPOINTS)('%s %s is 503', async (method, path) => {
    const { body } = await site.request[method](path).expect(503);
    expect(body).toEqual(refused);
  });

  test.each(UNKNOWN_ROUTES)('%s %s, which does not exist, is 503 too', async (method, path) => {
    const { body } = await site.request[method](path).expect(503);
    expect(body).toEqual(refused);
  });

  test.each([
    'Bearer ',
    'Bearer wrong',
    'Bearer previous-token-of-the-bot',
    'Basic dTpw',
    'Bearer undefined',
  ])('the header "%s" is not looked at', async (header) => {
    await site.request.get('/api/bot/publications').set('Authorization', header).expect(503);
  });

  test('a body that is not valid is not looked at', async () => {
    const { body } = await site.request
      .post('/api/bot/publications')
      .type('json')
      .send('{ "title": ')
      .expect(503);
    expect(body).toEqual(refused);
  });

  test('a file is not looked at', async () => {
    const page = textFile('page.html', '<html></html>', 'text/html');
    await site.request
      .post('/api/bot/materials')
      .attach('file', page.content, page.name)
      .expect(503);
  });

  test('health still answers', async () => {
    await site.request.get('/api/bot/health').expect(200);
  });
});
