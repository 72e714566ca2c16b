import { describeWithPostgres } from '../support/postgres';
import { startSite, type Site, type SiteOptions } from '../support/site';
import { startSiteOn, type SiteOnServer } from '../support/site-on';

/** Describes the same tests on SQLite and on a real PostgreSQL, each with a running site. */
export const onEachDatabase = (
  tests: (site: () => Site, database: 'SQLite' | 'PostgreSQL') => void,
  options: SiteOptions = {}
): void => {
  describe('SQLite', () => {
    let site: Site;
    beforeAll(async () => {
      site = await startSite(options);
    });
    afterAll(() => site.stop());
    tests(() => site, 'SQLite');
  });

  describeWithPostgres('PostgreSQL', () => {
    let onServer: SiteOnServer;
    beforeAll(async () => {
      onServer = await startSiteOn('postgres', options);
    });
    afterAll(() => onServer.stop());
    tests(() => onServer.site, 'PostgreSQL');
  });
};
