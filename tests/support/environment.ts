import { devNull } from 'node:os';

/** The bot's token in tests. */
export const TOKEN = 'token-of-the-test-bot';

/** Environment of every test server: fixed secrets, and none of the developer's settings. */
export const testEnvironment = (): Record<string, string> => ({
  // Strapi reads .env on its own, and a developer's settings must not affect the tests.
  ENV_PATH: devNull,
  APP_KEYS: 'test-key-number-one,test-key-number-two',
  ADMIN_JWT_SECRET: 'test-admin-secret',
  API_TOKEN_SALT: 'test-api-token-salt',
  TRANSFER_TOKEN_SALT: 'test-transfer-salt',
  ENCRYPTION_KEY: 'test-encryption-key',
  STRAPI_TELEMETRY_DISABLED: 'true',
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  BOT_API_TOKEN: TOKEN,
  BOT_SITE: 'test-site',
});

/** Variables of the site that the developer's environment may contain. */
const OWN = /^(DATABASE_|S3_|BOT_|UPLOAD_|PUBLIC_|CORS_|TRUST_PROXY$|PORT$)/;

/** A copy of `process.env` without settings of the site. */
export const surroundings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN.test(name)));
