import { closest, distance } from 'fastest-levenshtein';

import { EnvironmentError, wasRead } from './read';

/** All environment variables of the site, as in `.env.example`. */
export const NAMES: readonly string[] = [
  'APP_KEYS',
  'ADMIN_JWT_SECRET',
  'API_TOKEN_SALT',
  'TRANSFER_TOKEN_SALT',
  'ENCRYPTION_KEY',
  'BOT_API_TOKEN',
  'BOT_API_TOKEN_PREVIOUS',
  'BOT_SITE',
  'BOT_WEBHOOK_URL',
  'BOT_WEBHOOK_SECRET',
  'BOT_WEBHOOK_SECRET_PREVIOUS',
  'BOT_WEBHOOK_EVENTS',
  'BOT_PROTECT_EDITORS',
  'BOT_UPLOAD_ADDRESSES',
  'BOT_RESUMABLE_DIRECTORY',
  'BOT_LEASE_DAYS',
  'BOT_VERSION_DAYS',
  'BOT_TRASH_DAYS',
  'BOT_WORKER',
  'BOT_FAST_PATH',
  'BOT_FEATURES_OFF',
  'BOT_METRICS_TOKEN',
  'BOT_RATE_LIMIT_REQUESTS',
  'BOT_RATE_LIMIT_WRONG_TOKENS',
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'ROOT_REDIRECT',
  'SEARCH_ENGINES',
  'SECURITY_CONTACT',
  'SITE_LOCALE',
  'PAGE_STALE_SECONDS',
  'DOLLAR_FORMULAS',
  'WEBSUB_HUB',
  'INDEXNOW_KEY',
  'INDEXNOW_ENDPOINT',
  'PREVIEW_HOURS',
  'TRUST_PROXY',
  'TRUST_PROXY_HOPS',
  'CORS_ORIGINS',
  'PUBLIC_DIR',
  'MCP',
  'LOG_FORMAT',
  'LOG_LEVEL',
  'STRAPI_TELEMETRY_DISABLED',
  'DATABASE_CLIENT',
  'DATABASE_FILENAME',
  'DATABASE_URL',
  'DATABASE_HOST',
  'DATABASE_PORT',
  'DATABASE_NAME',
  'DATABASE_USERNAME',
  'DATABASE_PASSWORD',
  'DATABASE_SCHEMA',
  'DATABASE_SSL',
  'DATABASE_SSL_CA',
  'DATABASE_SSL_REJECT_UNAUTHORIZED',
  'DATABASE_POOL_MIN',
  'DATABASE_POOL_MAX',
  'DATABASE_TIMEOUT_SECONDS',
  'DATABASE_START_SECONDS',
  'UPLOAD_MAX_BYTES',
  'UPLOAD_PROVIDER',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
  'S3_PUBLIC_URL',
  'S3_PRIVATE',
];

/** Prefixes of variables that only this site uses. */
const OWN_PREFIX = /^(?:BOT|S3)_/;

/**
 * Matches the end of variable names that Kubernetes and Docker create for the ports of a service named `bot` or `s3`.
 */
const SERVICE_PORT = /_(?:SERVICE_(?:HOST|PORT\w*)|PORT(?:_\d+_\w+)?)$/;

/** Largest edit distance at which a name counts as misspelt. */
const MOST_EDITS = 3;

/** Variables that other software reads, or that the container image sets for any database. */
const READ_ELSEWHERE = ['STRAPI_TELEMETRY_DISABLED', 'DATABASE_FILENAME'];

const isSet = (name: string): boolean => (process.env[name] ?? '').trim() !== '';

const unknownNames = (): string[] =>
  Object.keys(process.env).filter(
    (name) =>
      OWN_PREFIX.test(name) && !NAMES.includes(name) && !SERVICE_PORT.test(name) && isSet(name)
  );

/**
 * Rejects variables whose names are almost those of settings, because they would be ignored silently.
 * @throws EnvironmentError that suggests the setting
 */
export const assertSpelling = (): void => {
  for (const name of unknownNames()) {
    const nearest = closest(name, NAMES);
    if (distance(name, nearest) <= MOST_EDITS) {
      throw new EnvironmentError(`${name} is not a setting. Did you mean ${nearest}?`);
    }
  }
};

/** Warnings for variables that have no effect. Must be called after all settings were read. */
export const warningsForUnusedNames = (): string[] => [
  ...unknownNames().map((name) => `${name} is not a setting of this site. See .env.example`),
  ...NAMES.filter((name) => isSet(name) && !wasRead(name) && !READ_ELSEWHERE.includes(name)).map(
    (name) => `${name} is set, but has no effect together with the other settings`
  ),
];
