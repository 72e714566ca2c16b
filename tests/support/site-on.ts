import { newDatabase } from './new-database';
import { startSite, type Site, type SiteOptions } from './site';

/** A site with a database server. */
export interface SiteOnServer {
  site: Site;
  /** URL of the site's database. */
  databaseUrl: string;
  stop: () => Promise<void>;
}

/** Starts a site on a new database. @param client value of `DATABASE_CLIENT`; `mysql` is a MariaDB */
export const startSiteOn = async (
  client: 'postgres' | 'mysql',
  options: SiteOptions = {}
): Promise<SiteOnServer> => {
  const { url, env } = await newDatabase(client);
  const site = await startSite({ ...options, env: { ...options.env, ...env } });
  return { site, databaseUrl: url, stop: site.stop };
};
