import { readFileSync } from 'node:fs';

import { EnvironmentError, text } from './read';

export const CLIENTS = ['sqlite', 'postgres', 'mysql'] as const;
export type Client = (typeof CLIENTS)[number];

/** TLS options of Node and the drivers; false for a plain connection. */
export type Tls = false | { rejectUnauthorized: boolean; ca?: string; verifyIdentity?: boolean };

/** A database server from `DATABASE_URL`. */
export interface ServerAddress {
  client: Client;
  host: string;
  port: number | undefined;
  database: string;
  user: string;
  password: string;
  /** TLS options, or `prefer` for TLS if the server supports it; undefined if the URL has no TLS parameter. */
  tls?: Tls | 'prefer';
  /** First schema of the `search_path`, PostgreSQL only. */
  schema?: string;
  /** Largest number of connections of the site. */
  connections?: number;
  /** Additional options of the database driver. */
  driver: Record<string, unknown>;
}

const CLIENT_OF_SCHEME: Readonly<Record<string, Client>> = {
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
};

const reject = (name: string, what: string): never => {
  // The value is not shown, because it may contain a password.
  throw new EnvironmentError(`DATABASE_URL: ${name} ${what}`);
};

const choiceOf = <Word>(name: string, words: Readonly<Record<string, Word>>, value: string) => {
  const word = value.toLowerCase();
  return Object.hasOwn(words, word)
    ? words[word]
    : reject(name, `must be one of ${Object.keys(words).join(', ')}`);
};

const positive = (name: string, value: string): number =>
  /^[1-9]\d{0,5}$/.test(value) ? Number(value) : reject(name, 'must be a positive whole number');

/**
 * Creates the handler of a URL parameter with the connection timeout in seconds; 0 means no limit, in libpq and in the
 * drivers.
 */
const connectTimeout =
  (setting: string): Parameter =>
  (address, value, name) => {
    address.driver[setting] = value === '0' ? 0 : positive(name, value) * 1000;
  };

const UNVERIFIED: Tls = { rejectUnauthorized: false };
const ANY_IDENTITY: Tls = { rejectUnauthorized: true, verifyIdentity: false };
const VERIFIED: Tls = { rejectUnauthorized: true, verifyIdentity: true };

/** Values of `sslmode` with their meaning in libpq (PostgreSQL documentation, table 34.1). */
const SSL_MODES: Readonly<Record<string, Tls | 'prefer'>> = {
  disable: false,
  allow: 'prefer',
  prefer: 'prefer',
  require: UNVERIFIED,
  'no-verify': UNVERIFIED,
  'verify-ca': ANY_IDENTITY,
  'verify-full': VERIFIED,
};

/** Values of `ssl-mode` with their meaning in MySQL's clients. */
const MYSQL_SSL_MODES: Readonly<Record<string, Tls | 'prefer'>> = {
  disabled: false,
  preferred: 'prefer',
  required: UNVERIFIED,
  verify_ca: ANY_IDENTITY,
  verify_identity: VERIFIED,
};

const certificateIn = (name: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return reject(name, `cannot be read: ${(error as Error).message}`);
  }
};

/** Matches `-c search_path=a` and `--search_path=a` in the options of a PostgreSQL server (libpq, section 34.1.2). */
const SEARCH_PATH = /(?:-c\s*|--)search_path=("?)([^\s,"]+)\1\S*\s*/;

type Parameter = (address: ServerAddress, value: string, name: string) => void;

const ssl =
  (modes: Readonly<Record<string, Tls | 'prefer'>>): Parameter =>
  (address, value, name) => {
    address.tls = choiceOf(name, modes, value);
  };

/** Reads the TLS options of the driver `mysql2`, written as JSON, as in the URLs of PlanetScale. */
const driverSsl: Parameter = (address, value, name) => {
  const choices = {
    true: VERIFIED,
    '{"rejectunauthorized":true}': VERIFIED,
    '{"rejectunauthorized":false}': UNVERIFIED,
  };
  address.tls = choiceOf(name, choices, value.replace(/\s/g, ''));
};

const connectionLimit: Parameter = (address, value, name) => {
  address.connections = positive(name, value);
};

/** Value of `sslrootcert` or `ssl-ca` that selects no certificate file: Node's default certificates are used. */
const SYSTEM = 'system';

/**
 * Handles the URL parameter with the CA certificates. As in libpq, certificates turn the TLS mode `require` into
 * `verify-ca`. Must run after the parameter with the TLS mode.
 */
const authority: Parameter = (address, value, name) => {
  const { tls } = address;
  if (tls === false || tls === 'prefer') return;
  if (value === SYSTEM) {
    address.tls = VERIFIED;
    return;
  }
  const verified = tls === undefined || !tls.rejectUnauthorized ? ANY_IDENTITY : tls;
  address.tls = { ...verified, ca: certificateIn(name, value) };
};

const PARAMETERS: Readonly<Record<'postgres' | 'mysql', Readonly<Record<string, Parameter>>>> = {
  postgres: {
    sslmode: ssl(SSL_MODES),
    sslrootcert: authority,
    channel_binding: (address, value, name) => {
      const modes = { disable: 'no', prefer: 'yes', require: 'yes' };
      address.driver.enableChannelBinding = choiceOf(name, modes, value) === 'yes';
    },
    connect_timeout: connectTimeout('connectionTimeoutMillis'),
    application_name: (address, value) => {
      address.driver.application_name = value;
    },
    options: (address, value) => {
      const schema = SEARCH_PATH.exec(value)?.[2];
      if (schema !== undefined) address.schema = schema;
      const others = value.replace(SEARCH_PATH, '').trim();
      if (others !== '') address.driver.options = others;
    },
    schema: (address, value) => {
      address.schema = value;
    },
    // PgBouncer needs no special settings.
    pgbouncer: (_address, value, name) => void choiceOf(name, { true: 'yes', false: 'no' }, value),
    connection_limit: connectionLimit,
    // Supabase names its pooler in it, to count connections.
    supa: () => undefined,
  },
  mysql: {
    ssl: driverSsl,
    'ssl-mode': ssl(MYSQL_SSL_MODES),
    sslmode: ssl({ ...SSL_MODES, ...MYSQL_SSL_MODES }),
    'ssl-ca': authority,
    sslrootcert: authority,
    connect_timeout: connectTimeout('connectTimeout'),
    connection_limit: connectionLimit,
  },
};

const parse = (url: string): { address: ServerAddress; query: URLSearchParams } | undefined => {
  try {
    const { protocol, hostname, port, pathname, username, password, searchParams, hash } = new URL(
      url
    );
    const client = CLIENT_OF_SCHEME[protocol];
    const database = decodeURIComponent(pathname.slice(1));
    if (client === undefined || hostname === '' || database === '' || hash !== '') return undefined;
    const address = {
      client,
      // URLs have IPv6 addresses in brackets.
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port ? Number(port) : undefined,
      database,
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      driver: {},
    };
    return { address, query: searchParams };
  } catch {
    return undefined;
  }
};

/**
 * Reads the server of `DATABASE_URL`, with the parameters of libpq and of common providers.
 * @returns undefined if the variable is not set
 * @throws EnvironmentError for an invalid URL, and for an unknown parameter
 */
export const serverAddress = (): ServerAddress | undefined => {
  const url = text('DATABASE_URL');
  if (url === '') return undefined;
  const parsed = parse(url);
  if (parsed === undefined) {
    // The value is not shown, because it may contain a password.
    throw new EnvironmentError(
      'DATABASE_URL must look like postgres://user:password@host:5432/name or mysql://...'
    );
  }
  const { address, query } = parsed;
  const known = PARAMETERS[address.client === 'mysql' ? 'mysql' : 'postgres'];
  const unknown = [...query.keys()].filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0) {
    throw new EnvironmentError(
      `DATABASE_URL has unknown parameters: ${unknown.join(', ')}. Known are ${Object.keys(known).join(', ')}`
    );
  }
  for (const [name, apply] of Object.entries(known)) {
    const value = query.get(name);
    if (value !== null) apply(address, value, name);
  }
  return address;
};
