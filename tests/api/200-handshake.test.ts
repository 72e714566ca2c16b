import { OPERATIONS, PROTOCOL_VERSION, type Handshake } from '@fleet-bot/protocol';

import { version as protocol } from '../../packages/protocol/package.json';
import { version as adapter } from '../../src/plugins/bot/package.json';
import { envelope } from '../support/envelope';
import { useOwnSite, useSite } from '../support/use-site';

describe('GET /api/bot', () => {
  const { site, bot } = useSite();

  it('tells whoever asks the name of the site and the version of the interface', async () => {
    for (const address of ['/api/bot', '/api/bot/']) {
      const { body } = await site.request.get(address).expect(200);
      expect(body).toEqual({ site: 'test-site', protocol });
    }
    expect(PROTOCOL_VERSION).toBe(protocol);
  });

  it('tells a bot with its token what the site can do', async () => {
    const { body } = await bot.request('get', '').expect(200);
    const handshake = body as Handshake;
    expect(handshake).toMatchObject({ adapter, strapi: '5.54.0', languages: [] });
    expect(handshake.addresses).toEqual({
      api: `${site.url}/api/bot`,
      publication: `${site.url}/works/:slug`,
    });
    expect(handshake.features).toEqual(expect.arrayContaining(['core', 'webhooks', 'description']));
    expect(handshake.limits).toMatchObject({
      titleLength: 255,
      mediaCount: 100,
      requests: 100_000,
    });
    expect(handshake.acceptedTypes).toEqual({ allowed: null, denied: null });
    expect(handshake.fields).toHaveProperty('tags');
    expect(Math.abs(Date.parse(handshake.time) - Date.now())).toBeLessThan(5_000);
  });

  it('is 401 with a wrong token', async () => {
    const asking = site.request.get('/api/bot').set('Authorization', 'Bearer wrong');
    const { body } = await asking.expect(401);
    expect(body).toEqual(envelope(401, 'token-invalid'));
  });

  it.each(['?site=1', '?token=1'])('is 400 with a parameter: %s', async (query) => {
    const { body } = await site.request.get(`/api/bot${query}`).expect(400);
    expect(body).toEqual(envelope(400, 'invalid-request'));
  });

  it('takes no other method', async () => {
    const { headers } = await bot.request('post', '').expect(405);
    expect(headers.allow).toBe(OPERATIONS.greet.method);
  });
});

describe('a site without the feature', () => {
  const { bot } = useOwnSite({ env: { BOT_FEATURES_OFF: 'description' } });

  it.each(['', '/openapi.json', '/docs', '/docs/swagger-ui.js'])(
    'has no /api/bot%s',
    async (path) => {
      const { body } = await bot.request('get', path).expect(404);
      expect(body).toEqual(envelope(404, 'route-not-found'));
    }
  );
});
