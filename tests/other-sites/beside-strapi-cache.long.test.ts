import { startSite, type Site } from '../support/site';

const EXCLUDED = 'plugin::strapi-cache.excludeRoutes';

let site: Site;
afterEach(() => site.stop());

test('strapi-cache is told to leave the interface alone, beside what the site has told it', async () => {
  site = await startSite({ config: ({ config }) => config.set(EXCLUDED, ['/api/stocks']) });
  expect(site.strapi.config.get(EXCLUDED)).toEqual(['/api/stocks', '/api/bot']);
});

test('a site without it gets no setting for it', async () => {
  site = await startSite();
  expect(site.strapi.config.get(EXCLUDED)).toBeUndefined();
});
