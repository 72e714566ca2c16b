/** Parts of the SQLite driver that tests use; the package has no types. */
declare module 'better-sqlite3' {
  export default class Database {
    constructor(file: string);
    exec(statements: string): this;
    pragma(statement: string): unknown;
    prepare(statement: string): { all(): unknown[]; run(...values: unknown[]): unknown };
    close(): void;
  }
}
