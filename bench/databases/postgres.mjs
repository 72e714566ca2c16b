import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Starts a PostgreSQL server on data of its own.
 *
 * @returns {Promise<object | undefined>} see tests/support/postgres.ts; undefined where its
 *   binaries do not run.
 */
export const startPostgres = async () => {
  require('./load-typescript.cjs');
  const { postgresObstacle, startPostgres: start } = require('../../tests/support/postgres.ts');
  return postgresObstacle() === '' ? start() : undefined;
};
