import { createRequire } from 'node:module';
import path from 'node:path';

/** Reads `.env` into the environment, as Strapi does; what is set already stays. */
export const loadEnvFile = (root) => {
  const require = createRequire(path.join(root, 'package.json'));
  require('dotenv').config({ path: process.env.ENV_PATH ?? path.join(root, '.env') });
};
