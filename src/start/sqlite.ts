import { createRequire } from 'node:module';

import { PlainError } from './plain-error';

/**
 * Loads the SQLite driver before Strapi. On a failure Strapi's knex would print a stack trace and suggest another
 * package.
 * @throws PlainError with the driver's message and the command that repairs it
 */
export const loadSqlite = (): void => {
  try {
    createRequire(__filename)('better-sqlite3');
  } catch (error) {
    throw new PlainError(`${(error as Error).message}. \`npm run build\` sets it up.`);
  }
};
