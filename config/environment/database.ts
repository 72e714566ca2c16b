import { choice, EnvironmentError, flag, integer, text } from './read';

/** The kind of database that the site keeps its content in. */
export const databaseClient = () =>
  choice('DATABASE_CLIENT', ['sqlite', 'postgres', 'mysql'] as const, 'sqlite');

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

const parseAddress = (address: string): URL => {
  if (!/^(postgres|postgresql|mysql|mariadb):\/\//.test(address) || !URL.canParse(address)) {
    // The value is not shown: it may hold a password.
    throw new EnvironmentError(
      'DATABASE_URL must look like postgres://user:password@host:5432/name or mysql://...'
    );
  }
  const url = new URL(address);
  if (url.search !== '') {
    throw new EnvironmentError(
      'DATABASE_URL must not have a query string: use DATABASE_SSL and the other variables'
    );
  }
  return url;
};

/** The parts of a server address, from `DATABASE_URL` or from one variable each. */
export const databaseServer = (defaultPort: number) => {
  const address = text('DATABASE_URL');
  if (address) {
    const { hostname, port, pathname, username, password } = parseAddress(address);
    return {
      host: hostname,
      port: port ? Number(port) : defaultPort,
      database: decodeURIComponent(pathname.slice(1)),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
    };
  }
  return {
    host: text('DATABASE_HOST', '127.0.0.1'),
    port: integer('DATABASE_PORT', defaultPort, 1, 65535),
    database: text('DATABASE_NAME', 'site'),
    user: text('DATABASE_USERNAME', 'site'),
    password: text('DATABASE_PASSWORD'),
  };
};
