import { CLIENTS, serverAddress, type Client } from './database-url';
import { choice, EnvironmentError, integer, text } from './read';

export { databaseTls } from './database-tls';

const DEFAULT_CONNECTIONS = 10;

/** Minimum and maximum number of connections of an instance to a PostgreSQL or MySQL server. */
export const databasePool = () => ({
  min: integer('DATABASE_POOL_MIN', 0, 0, 1000),
  max: integer('DATABASE_POOL_MAX', serverAddress()?.connections ?? DEFAULT_CONNECTIONS, 1, 1000),
});

/**
 * Database client of the site, from `DATABASE_CLIENT` or `DATABASE_URL`.
 * @throws EnvironmentError if the two variables contradict each other
 */
export const databaseClient = (): Client => {
  const address = serverAddress();
  const client = choice('DATABASE_CLIENT', CLIENTS, address?.client ?? 'sqlite');
  if (address !== undefined && client !== address.client) {
    throw new EnvironmentError(
      `DATABASE_CLIENT is ${client}, but DATABASE_URL is the address of a ${address.client} server`
    );
  }
  return client;
};

/**
 * Connection settings of the database server. Each comes from its own variable, such as `DATABASE_HOST`, or from
 * `DATABASE_URL`.
 */
export const databaseServer = (defaultPort: number) => {
  const address = serverAddress();
  return {
    ...address?.driver,
    host: text('DATABASE_HOST', address?.host ?? '127.0.0.1'),
    port: integer('DATABASE_PORT', address?.port ?? defaultPort, 1, 65535),
    database: text('DATABASE_NAME', address?.database ?? 'site'),
    user: text('DATABASE_USERNAME', address ? address.user : 'site'),
    password: text('DATABASE_PASSWORD', address?.password),
  };
};

/** PostgreSQL schema of the tables. */
export const databaseSchema = (): string =>
  text('DATABASE_SCHEMA', serverAddress()?.schema ?? 'public');
