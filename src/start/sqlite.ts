import { createRequire } from 'node:module';

import { UserFacingError } from './user-facing-error';

/**
 * Loads the SQLite driver before Strapi. On a failure Strapi's knex would print a stack trace and suggest another
 * package.
 * @throws UserFacingError with the driver's message and the command that repairs it
 */
export const loadSqliteDriver = (): void => {
  try {
    createRequire(__filename)('better-sqlite3');
  } catch (error) {
    throw new UserFacingError(`${(error as Error).message}. \`npm run build\` sets it up.`);
  }
};
