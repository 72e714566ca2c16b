import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import path from 'node:path';

import { say } from '../terminal.mjs';

/** What a site cannot run without; `config/environment/secrets.ts` asks for them. */
export const SECRETS = [
  'APP_KEYS',
  'ADMIN_JWT_SECRET',
  'API_TOKEN_SALT',
  'TRANSFER_TOKEN_SALT',
  'ENCRYPTION_KEY',
];

const random = () => randomBytes(32).toString('base64url');

/** A new `.env`: random secrets, a random token for the bot, and telemetry off. */
export const newEnvFile = () => `\
# Made by the first start. Keep it secret, and keep it: sessions and stored tokens hang on it.
# Everything else that can be set is in .env.example.
${SECRETS.map((name) => `${name}=${random()}`).join('\n')}

# The token that the bot sends as "Authorization: Bearer ...".
BOT_API_TOKEN=${random()}

STRAPI_TELEMETRY_DISABLED=true
`;

/** Makes `.env`, unless there is one or the environment has the secrets, as in a container. @returns whether it did */
export const ensureEnvFile = (root, environment = process.env) => {
  const file = path.join(root, '.env');
  if (fs.existsSync(file) || SECRETS.every((name) => environment[name])) return false;
  try {
    fs.writeFileSync(file, newEnvFile(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  say('Made .env with random secrets and a random token for the bot.');
  return true;
};

/** Whether the site has a `.env` or the environment names a database. Reads no packages, so it works before an install. */
export const hasSettings = (root, environment = process.env) =>
  fs.existsSync(path.join(root, '.env')) ||
  Boolean(environment.DATABASE_CLIENT || environment.DATABASE_URL);

/** Reads `.env` into the environment, as Strapi does; what is set already stays. */
export const loadEnvFile = (root) =>
  createRequire(`${root}/`)('dotenv').config({ path: process.env.ENV_PATH ?? `${root}/.env` });

/** Has what is built for tests need no `.env`, and take nothing from one: secrets are made up for this process. */
export const ignoreEnvFile = () => {
  process.env.ENV_PATH = devNull;
  for (const name of SECRETS) process.env[name] = random();
};

/** Reads the settings from their sources, before any build. @throws EnvironmentError that names a wrong one */
export const readSettings = (root) => {
  const require = createRequire(`${root}/`);
  require('esbuild-register/dist/node').register();
  return require('./config/environment/all.ts').readSettings();
};
