import { PROTECTED_ENDPOINTS, UNKNOWN_ROUTES } from '../support/endpoints';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

const expectKeptNowhere = ({ headers }: { headers: Record<string, string> }) => {
  expect(headers['cache-control']).toBe('private, no-store');
  expect(headers.vary?.split(', ')).toContain('Authorization');
};

test.each([...PROTECTED_ENDPOINTS, ...UNKNOWN_ROUTES])(
  'no cache keeps an answer of %s %s, with the token and without',
  async (method, path) => {
    expectKeptNowhere(await site.request[method](path));
    expectKeptNowhere(
      await site.request[method](path).set('Authorization', `Bearer ${site.token}`)
    );
  }
);

test('no cache keeps a publication, nor that it has not changed', async () => {
  const { id } = await bot.createPublication({ title: 'For the bot alone' });
  const found = await bot.request('get', `/publications/${id}`).expect(200);
  expectKeptNowhere(found);
  expectKeptNowhere(
    await bot
      .request('get', `/publications/${id}`)
      .set('If-None-Match', found.headers.etag)
      .expect(304)
  );
});

test('no cache keeps what an endpoint for everybody refuses', async () => {
  expectKeptNowhere(await site.request.get('/api/bot/openapi.json?x=1').expect(400));
});

test('health is for everybody', async () => {
  const { headers } = await site.request.get('/api/bot/health').expect(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers.vary ?? '').not.toContain('Authorization');
});
