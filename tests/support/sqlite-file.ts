import type { Select } from './audit';

/** Methods of better-sqlite3 that are used here; the package has no type declarations. */
export interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): { all(): unknown[]; run(...values: unknown[]): unknown };
  pragma(pragma: string, options: { simple: true }): unknown;
  close(): void;
}

// eslint-disable-next-line @typescript-eslint/no-require-imports
const Sqlite = require('better-sqlite3') as new (file: string) => Database;

/** Runs `work` on a database file that no server has open. */
export const withDatabase = async <Result>(
  file: string,
  work: (database: Database, select: Select) => Promise<Result> | Result
): Promise<Result> => {
  const database = new Sqlite(file);
  try {
    return await work(database, async <Row>(sql: string) => database.prepare(sql).all() as Row[]);
  } finally {
    database.close();
  }
};
