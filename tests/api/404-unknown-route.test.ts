import { request as httpRequest } from 'node:http';

import { envelope } from '../support/envelope';
import { useSite } from '../support/use-site';

const { site } = useSite();

/** Sends a request with its path unchanged; other clients would normalize the path. */
const get = (path: string): Promise<{ status?: number; body: unknown }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url);
    const headers = { Authorization: `Bearer ${site.token}` };
    httpRequest({ hostname, port, path, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }));
    })
      .once('error', reject)
      .end();
  });

test.each([
  '/api/bot/unknown',
  '/api/bot/publications/some/unknown',
  '/api/bot/materials/some/more',
  '/api/bot/health/more',
  '/API/BOT/UNKNOWN',
  '/api/bot/../bot/unknown',
  '/api/bot//publications',
])('%s is 404 in the envelope', async (path) => {
  const { status, body } = await get(path);
  expect(status).toBe(404);
  expect(body).toEqual(envelope(404, 'route-not-found'));
});

test.each(['/api/bot/%', '/api/bot/%zz', '/api/bot/%E0%A4%A', '/api/bot/publications/%E0%A4%A'])(
  '%s, which cannot be decoded, is an error of the client in the envelope',
  async (path) => {
    const { status, body } = await get(path);
    expect([400, 404]).toContain(status);
    expect(body).toEqual(envelope(status ?? 0, expect.any(String) as never));
  }
);

test('a path that only starts like the protocol is none of its business', async () => {
  const { body } = await site.request.get('/api/bots').expect(404);
  expect(body.error.details).not.toHaveProperty('code');
});
