import { createRequire } from 'node:module';

import { PlainError } from './plain-error';

/** Loads the driver before Strapi does, whose Knex would print a stack and advise another package. */
export const loadSqlite = (): void => {
  try {
    createRequire(__filename)('better-sqlite3');
  } catch (error) {
    throw new PlainError(`${(error as Error).message}. \`npm run build\` sets it up.`);
  }
};
