import { devNull } from 'node:os';

/** The bot's token in the benchmark. */
export const BOT_TOKEN = 'token-of-the-bench-bot';

/** Variables that Node and its packages need to run at all. */
const SURROUNDINGS = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'UV_THREADPOOL_SIZE'];

/**
 * What every server of the benchmark is started with: nothing of a developer's `.env`, and a log
 * level at which no request is logged, on either side.
 *
 * @param {string} publicDir where uploads go.
 * @param {Record<string, string>} own settings of this server: its database.
 */
export const serverEnvironment = (publicDir, own) => ({
  ...Object.fromEntries(
    SURROUNDINGS.filter((name) => name in process.env).map((name) => [name, process.env[name]])
  ),
  ENV_PATH: devNull,
  NODE_ENV: 'production',
  APP_KEYS: 'bench-key-number-one,bench-key-number-two',
  ADMIN_JWT_SECRET: 'bench-admin-secret',
  API_TOKEN_SALT: 'bench-api-token-salt',
  TRANSFER_TOKEN_SALT: 'bench-transfer-salt',
  ENCRYPTION_KEY: 'bench-encryption-key',
  STRAPI_TELEMETRY_DISABLED: 'true',
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  BOT_API_TOKEN: BOT_TOKEN,
  BOT_SITE: 'bench',
  PUBLIC_DIR: publicDir,
  ...own,
});
