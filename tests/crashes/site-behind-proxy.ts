import { createBot, type Bot } from '../support/bot';
import { newDatabase } from '../support/new-database';
import { startSite, type Site } from '../support/site';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';

/** A site whose database connection a test can disturb. */
export interface SiteBehindProxy {
  proxy: TcpProxy;
  site: Site;
  bot: Bot;
  stop: () => Promise<void>;
}

/** Starts a site on an empty database behind a proxy. @param env further environment variables */
export const startBehindProxy = async (
  client: 'postgres' | 'mysql',
  env: Record<string, string>
): Promise<SiteBehindProxy> => {
  const url = new URL((await newDatabase(client)).url);
  const proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  const site = await startSite({
    env: { DATABASE_CLIENT: client, DATABASE_URL: url.href, ...env },
  });
  return {
    proxy,
    site,
    bot: createBot(site),
    async stop() {
      await site.stop();
      await proxy.stop();
    },
  };
};
