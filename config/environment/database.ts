import { choice, EnvironmentError, flag, integer, text } from './read';

const CLIENTS = ['sqlite', 'postgres', 'mysql'] as const;
type Client = (typeof CLIENTS)[number];

/** How many connections one instance keeps to a PostgreSQL or MySQL server. */
export const databasePool = () => ({
  min: integer('DATABASE_POOL_MIN', 0, 0, 1000),
  max: integer('DATABASE_POOL_MAX', 10, 1, 1000),
});

/** TLS settings for the connection, or `undefined` for a plain connection. */
export const databaseTls = () => {
  if (!flag('DATABASE_SSL', false)) return undefined;
  // A certificate does not fit on one line of an .env file other than with \n written out.
  const authority = text('DATABASE_SSL_CA').replaceAll('\\n', '\n');
  return {
    rejectUnauthorized: flag('DATABASE_SSL_REJECT_UNAUTHORIZED', true),
    ...(authority ? { ca: authority } : {}),
  };
};

const CLIENT_OF_SCHEME: Readonly<Record<string, Client>> = {
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
};

interface ServerAddress {
  client: Client;
  host: string;
  port: number | undefined;
  database: string;
  user: string;
  password: string;
}

const parse = (address: string): ServerAddress | undefined => {
  try {
    const { protocol, hostname, port, pathname, username, password } = new URL(address);
    const client = CLIENT_OF_SCHEME[protocol];
    const database = decodeURIComponent(pathname.slice(1));
    if (client === undefined || hostname === '' || database === '') return undefined;
    return {
      client,
      // An IPv6 address stands in brackets there.
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port ? Number(port) : undefined,
      database,
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
    };
  } catch {
    return undefined;
  }
};

const serverAddress = (): ServerAddress | undefined => {
  const given = text('DATABASE_URL');
  if (given === '') return undefined;
  if (/[?#]/.test(given)) {
    throw new EnvironmentError(
      'DATABASE_URL must not have a query (?) or a fragment (#): use DATABASE_SSL and the other variables'
    );
  }
  const address = parse(given);
  if (address === undefined) {
    // The value is not shown: it may hold a password.
    throw new EnvironmentError(
      'DATABASE_URL must look like postgres://user:password@host:5432/name or mysql://...'
    );
  }
  return address;
};

/** The kind of database that the site keeps its content in; the address of a server says it too. */
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

/** The parts of a server address, from `DATABASE_URL` or from one variable each. */
export const databaseServer = (defaultPort: number) => {
  const address = serverAddress();
  if (address !== undefined) {
    const { host, port = defaultPort, database, user, password } = address;
    return { host, port, database, user, password };
  }
  return {
    host: text('DATABASE_HOST', '127.0.0.1'),
    port: integer('DATABASE_PORT', defaultPort, 1, 65535),
    database: text('DATABASE_NAME', 'site'),
    user: text('DATABASE_USERNAME', 'site'),
    password: text('DATABASE_PASSWORD'),
  };
};
