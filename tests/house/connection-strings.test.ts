import {
  databasePool,
  databaseSchema,
  databaseServer,
  databaseTls,
} from '../../config/environment/database';
import { EnvironmentError } from '../../config/environment/read';
import { surroundings } from '../support/environment';

const before = process.env;
afterEach(() => {
  process.env = before;
});

const settingsOf = (url: string, env: Record<string, string> = {}) => {
  process.env = { ...surroundings(), DATABASE_URL: url, ...env };
  return {
    ...databaseServer(5432),
    ssl: databaseTls(),
    schema: databaseSchema(),
    max: databasePool().max,
  };
};

const UNVERIFIED = { rejectUnauthorized: false };

test.each<[string, string, object]>([
  [
    'Heroku',
    'postgres://u:p@ec2-1.compute.amazonaws.com:5432/d?sslmode=require',
    { ssl: UNVERIFIED },
  ],
  [
    'Neon',
    'postgresql://u:p@ep-x-pooler.eu.aws.neon.tech/neondb?sslmode=require&channel_binding=require',
    { ssl: UNVERIFIED, enableChannelBinding: true, port: 5432 },
  ],
  [
    'Supabase',
    'postgresql://postgres.ref:p@aws-0.pooler.supabase.com:6543/postgres?pgbouncer=true&connection_limit=1',
    { ssl: false, max: 1, port: 6543, user: 'postgres.ref' },
  ],
  ['Render', 'postgres://u:p@dpg-x.render.com/d?ssl' + 'mode=no-verify', { ssl: UNVERIFIED }],
  [
    'DigitalOcean',
    'postgresql://doadmin:p@db-x.ondigitalocean.com:25060/defaultdb?sslmode=require',
    { ssl: UNVERIFIED, port: 25060 },
  ],
  [
    'a schema in the options',
    'postgres://u:p@h/d?options=-c%20search_path%3Dblog%2Cpublic%20-c%20statement_timeout%3D5s&application_name=site&connect_timeout=7',
    {
      schema: 'blog',
      options: '-c statement_timeout=5s',
      application_name: 'site',
      connectionTimeoutMillis: 7000,
    },
  ],
  [
    'full verification',
    'postgres://u:p@h/d?sslmode=verify-full',
    { ssl: { rejectUnauthorized: true } },
  ],
  ['Aiven', 'mysql://u:p@h:21699/defaultdb?ssl-mode=REQUIRED', { ssl: UNVERIFIED, port: 21699 }],
  [
    'Supabase, as Vercel hands it out',
    'postgres://u:p@aws-0.pooler.supabase.com:6543/postgres?sslmode=require&supa=base-pooler.x',
    { ssl: UNVERIFIED, port: 6543 },
  ],
  [
    'PlanetScale',
    'mysql://u:p@aws.connect.psdb.cloud/d?ssl={"rejectUnauthorized":true}',
    { ssl: { rejectUnauthorized: true, verifyIdentity: true } },
  ],
  [
    'a server that may take its time',
    'postgres://u:p@h/d?connect_timeout=0',
    { connectionTimeoutMillis: 0 },
  ],
])('a connection string of %s is taken', (_who, url, expected) => {
  expect(settingsOf(url)).toMatchObject(expected);
});

test('a certificate is verified without the name of the host, if so asked', () => {
  const { ssl } = settingsOf('postgres://u:p@h/d?sslmode=verify-ca&sslrootcert=/etc/hostname');
  expect(ssl).toMatchObject({
    rejectUnauthorized: true,
    ca: expect.stringMatching(/./),
    checkServerIdentity: expect.any(Function),
  });
});

test('MySQL is told to verify the name of the host', () => {
  expect(settingsOf('mysql://u:p@h/d?ssl-mode=VERIFY_IDENTITY').ssl).toMatchObject({
    verifyIdentity: true,
  });
  expect(settingsOf('mysql://u:p@h/d?ssl-mode=VERIFY_CA').ssl).not.toHaveProperty('verifyIdentity');
});

test('variables win over the connection string', () => {
  const url = 'postgres://u:p@h:1/d?sslmode=require&connection_limit=3&schema=a';
  const env = {
    DATABASE_HOST: 'other',
    DATABASE_PASSWORD: 'secret',
    DATABASE_SSL: 'false',
    DATABASE_POOL_MAX: '7',
    DATABASE_SCHEMA: 'b',
  };
  expect(settingsOf(url, env)).toMatchObject({
    host: 'other',
    port: 1,
    user: 'u',
    password: 'secret',
    ssl: false,
    max: 7,
    schema: 'b',
  });
  expect(settingsOf(url, { DATABASE_SSL_REJECT_UNAUTHORIZED: 'true' }).ssl).toEqual({
    rejectUnauthorized: true,
  });
});

test.each([
  ['postgres://u:p@h/d?sslmode=maybe', 'DATABASE_URL: sslmode must be one of disable, allow,'],
  ['postgres://u:p@h/d?foo=1&bar=2', 'DATABASE_URL has unknown parameters: foo, bar.'],
  ['postgres://u:p@h/d?toString=1', 'unknown parameters: toString.'],
  ['postgres://u:p@h/d?sslmode=constructor', 'sslmode must be one of'],
  ['postgres://u:p@h/d?sslmode=', 'sslmode must be one of'],
  ['mysql://u:p@h/d?ssl={"ca":"x"}', 'ssl must be one of true, '],
  ['postgres://u:p@h/d?connect_timeout=soon', 'connect_timeout must be a positive whole number'],
  [
    'postgres://u:p@h/d?sslmode=verify-ca&sslrootcert=/no/file',
    'sslrootcert cannot be read: ENOENT',
  ],
  ['postgres://u:p@h/d#x', 'DATABASE_URL must look like'],
])('%s is refused, and why is said without its password', (url, message) => {
  expect(() => settingsOf(url)).toThrow(EnvironmentError);
  expect(() => settingsOf(url)).toThrow(message);
});
