import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const support = () => {
  require('./load-typescript.cjs');
  return require('../../tests/support/mariadb.ts');
};

/** Whether this machine has the programs of MariaDB. */
export const hasMariaDb = () => support().mariaDbObstacle() === '';

/** Starts a MariaDB server on data of its own, with one empty database; see tests/support/mariadb.ts. */
export const startMariaDb = () => support().startMariaDb();
