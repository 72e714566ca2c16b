import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import path from 'node:path';

import { log } from '../terminal.mjs';

/** Required secrets of a site, which `config/environment/secrets.ts` reads. */
export const SECRETS = [
  'APP_KEYS',
  'ADMIN_JWT_SECRET',
  'API_TOKEN_SALT',
  'TRANSFER_TOKEN_SALT',
  'ENCRYPTION_KEY',
];

const random = () => randomBytes(32).toString('base64url');

/** Content of a new `.env`: random secrets, a random token for the bot, and telemetry switched off. */
export const newEnvFile = () => `\
# Made by the first start. Keep it secret, and keep it: sessions and stored tokens hang on it.
# Everything else that can be set is in .env.example.
${SECRETS.map((name) => `${name}=${random()}`).join('\n')}

# The token that the bot sends as "Authorization: Bearer ...".
BOT_API_TOKEN=${random()}

STRAPI_TELEMETRY_DISABLED=true
`;

/**
 * Creates `.env`, unless the file exists or the environment has the secrets, as in a container. @returns whether `.env`
 * was created
 */
export const ensureEnvFile = (root, environment = process.env) => {
  const file = path.join(root, '.env');
  if (fs.existsSync(file) || SECRETS.every((name) => environment[name])) return false;
  try {
    fs.writeFileSync(file, newEnvFile(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  log('Created .env with random secrets and a random token for the bot.');
  return true;
};

/** Whether there is a `.env`, or the environment names a database. Needs no packages, so it works before an install. */
export const hasSettings = (root, environment = process.env) =>
  fs.existsSync(path.join(root, '.env')) ||
  Boolean(environment.DATABASE_CLIENT || environment.DATABASE_URL);

/** Loads `.env` into the environment like Strapi; variables that are already set stay. */
export const loadEnvFile = (root) =>
  createRequire(`${root}/`)('dotenv').config({ path: process.env.ENV_PATH ?? `${root}/.env` });

/** Makes the build for tests independent of `.env`, with random secrets for this process. */
export const ignoreEnvFile = () => {
  process.env.ENV_PATH = devNull;
  for (const name of SECRETS) process.env[name] = random();
};

/** Reads the settings from their TypeScript sources, before a build. @throws EnvironmentError for an invalid setting */
export const readSettings = (root) => {
  const require = createRequire(`${root}/`);
  require('esbuild-register/dist/node').register();
  return require('./config/environment/all.ts').readSettings();
};
