import { useOwnSite } from '../support/use-site';

const { site } = useOwnSite();

beforeAll(async () => {
  await site.strapi.db.connection.destroy();
});

test('health answers 503, ok false and the name of the site when the database is gone', async () => {
  const { body } = await site.request.get('/api/bot/health').expect(503);
  expect(body).toEqual({ ok: false, site: 'test-site' });
});

test('an endpoint that needs the database answers with the envelope and shows nothing of the fault', async () => {
  const { body, status } = await site.request
    .get('/api/bot/publications')
    .set('Authorization', `Bearer ${site.token}`);
  expect(status).toBeGreaterThanOrEqual(500);
  expect(body).toEqual({
    data: null,
    error: {
      status,
      name: expect.any(String),
      message: expect.not.stringMatching(/knex|sqlite|pool|select/i),
      details: expect.objectContaining({ code: expect.any(String) }),
    },
  });
});
