import { startSite, type Site } from '../support/site';

let site: Site;

beforeAll(async () => {
  site = await startSite({ env: { BOT_SITE: 'Northern Lights' } });
});
afterAll(() => site.stop());

test('health answers ok and the configured name of the site, and nothing else', async () => {
  const { body } = await site.request.get('/api/bot/health').expect(200);
  expect(body).toEqual({ ok: true, site: 'Northern Lights' });
});

test('health needs no token', async () => {
  await site.request.get('/api/bot/health').unset('Authorization').expect(200);
});

test('health does not look at a token that is wrong', async () => {
  await site.request.get('/api/bot/health').set('Authorization', 'Bearer wrong').expect(200);
});

test('health is never cached', async () => {
  await site.request.get('/api/bot/health').expect('Cache-Control', 'no-store');
});

test('health answers HEAD with the status alone', async () => {
  await site.request.head('/api/bot/health').expect(200);
});

test('health is found in any case of its path', async () => {
  await site.request.get('/API/Bot/HEALTH').expect(200);
});
