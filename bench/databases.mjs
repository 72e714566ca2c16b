import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Timeout for seeding, where single statements insert millions of rows. */
const DATABASE_TIMEOUT_SECONDS = '3600';

/** Loads a helper of the tests, which start database servers too. They are TypeScript. */
const support = (name) => {
  require('esbuild-register/dist/node').register();
  return require(`../tests/support/${name}.ts`);
};

const startPostgres = async () => {
  const { postgresObstacle, startPostgres: start } = support('postgres');
  if (postgresObstacle() !== '') return undefined;
  const server = await start();
  return {
    create: async (name) => ({
      DATABASE_CLIENT: 'postgres',
      DATABASE_URL: await server.createDatabase(name),
      DATABASE_TIMEOUT_SECONDS,
    }),
    close: () => server.stop(),
  };
};

/** Starts a MariaDB server for each store, because a server has one database. */
const startMariaDb = async () => {
  const { mariaDbObstacle, startMariaDb: start } = support('mariadb');
  if (mariaDbObstacle() !== '') return undefined;
  const servers = [];
  return {
    create: async () => {
      servers.push(await start());
      const { url } = servers.at(-1);
      return { DATABASE_CLIENT: 'mysql', DATABASE_URL: url, DATABASE_TIMEOUT_SECONDS };
    },
    close: async () => {
      for (const { stop } of servers) await stop();
    },
  };
};

/**
 * Starts databases of one kind. `create(name)` makes an empty one and returns the environment variables for it; `close`
 * removes all of them. Undefined if the kind is not installed on this machine.
 */
export const startDatabases = {
  sqlite: async () => ({ create: async () => ({}), close: async () => undefined }),
  postgres: startPostgres,
  mysql: startMariaDb,
};
