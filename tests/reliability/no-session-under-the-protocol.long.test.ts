import path from 'node:path';

import { startSite, type Site } from '../support/site';

let site: Site;

beforeAll(async () => {
  site = await startSite({
    ownStrapi: false,
    config: ({ config }) => {
      const writer = { resolve: path.join(__dirname, 'session-writer.cjs') };
      config.set('middlewares', [...config.get<unknown[]>('middlewares'), writer]);
    },
  });
});
afterAll(() => site.stop());

test('a page of the site may keep a session', async () => {
  const { headers } = await site.request.get('/works').expect(200);
  expect(headers['set-cookie']).toBeDefined();
});

test.each(['/api/bot/health', '/api/bot/publications'])('%s keeps none', async (address) => {
  const { headers } = await site.request
    .get(address)
    .set('Authorization', `Bearer ${site.token}`)
    .expect(200);
  expect(headers['set-cookie']).toBeUndefined();
});
