import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Millions of rows are seeded by single statements. */
const DATABASE_TIMEOUT_SECONDS = '3600';

/** The tests start servers of databases already; their helpers are TypeScript. */
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

/** A server of its own for each store, as each has one database. */
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
 * Starts databases of one kind: `create(name)` makes an empty one and returns the environment of a server on it,
 * `close` removes all of them. Undefined if this machine has none of the kind.
 */
export const startDatabases = {
  sqlite: async () => ({ create: async () => ({}), close: async () => undefined }),
  postgres: startPostgres,
  mysql: startMariaDb,
};
