import { describeWithPostgres, startPostgres, type Postgres } from '../support/postgres';
import { startSite, type Site, type SiteOptions } from '../support/site';

/** Describes the same tests on SQLite and on a real PostgreSQL; `site` is running in them. */
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
    let postgres: Postgres;
    let site: Site;
    beforeAll(async () => {
      postgres = await startPostgres();
      site = await startSite({
        ...options,
        env: { ...options.env, DATABASE_CLIENT: 'postgres', DATABASE_URL: postgres.url },
      });
    });
    afterAll(async () => {
      await site.stop();
      await postgres.stop();
    });
    tests(() => site, 'PostgreSQL');
  });
};
