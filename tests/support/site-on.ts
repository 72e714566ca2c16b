import { startMariaDb } from './mariadb';
import { startPostgres } from './postgres';
import { startSite, type Site, type SiteOptions } from './site';

const SERVERS = { postgres: startPostgres, mysql: startMariaDb };

/** A site on a database server of its own. */
export interface SiteOnServer {
  site: Site;
  /** The address of its database. */
  databaseUrl: string;
  /** Stops both. */
  stop: () => Promise<void>;
}

/** Starts a database server, and a site on it. @param client as `DATABASE_CLIENT` says it; `mysql` is a MariaDB */
export const startSiteOn = async (
  client: keyof typeof SERVERS,
  options: SiteOptions = {}
): Promise<SiteOnServer> => {
  const server = await SERVERS[client]();
  const site = await startSite({
    ...options,
    env: { ...options.env, DATABASE_CLIENT: client, DATABASE_URL: server.url },
  });
  return {
    site,
    databaseUrl: server.url,
    async stop() {
      await site.stop();
      await server.stop();
    },
  };
};
