import type { Core } from '@strapi/strapi';

import { beforeRegister } from '../support/content-types';
import { startSite, type Site, type SiteOptions } from '../support/site';

const timesWith = async (options: SiteOptions): Promise<number[]> => {
  const site: Site = await startSite({ ownStrapi: false, ...options });
  const { headersTimeout, requestTimeout, keepAliveTimeout } = site.strapi.server.httpServer;
  await site.stop();
  return [headersTimeout, requestTimeout, keepAliveTimeout];
};

const setServerOptions = (serverOptions: object) => (strapi: Core.Strapi) =>
  strapi.config.set('server.http', { serverOptions });

describe('the HTTP server of a site gets its times', () => {
  test('from the plugin, where the site says nothing of them', async () => {
    expect(await timesWith({ config: (strapi) => strapi.config.set('server.http', {}) })).toEqual([
      30_000, 1_800_000, 65_000,
    ]);
  });

  test("from the plugin's options", async () => {
    const connections = { headersSeconds: 7, requestSeconds: 8, keepAliveSeconds: 9 };
    const config = (strapi: Core.Strapi) =>
      beforeRegister(strapi, () => strapi.config.set('plugin::bot.connections', connections));
    expect(await timesWith({ config })).toEqual([7000, 8000, 9000]);
  });

  test("from the site's settings, as far as they go", async () => {
    const config = setServerOptions({ requestTimeout: 0, keepAliveTimeout: 4000 });
    expect(await timesWith({ config })).toEqual([30_000, 0, 4000]);
  });

  test("from the site's own code", async () => {
    const register = ({ server }: Core.Strapi) => void (server.httpServer.requestTimeout = 3000);
    expect(await timesWith({ register })).toEqual([30_000, 3000, 65_000]);
  });
});
