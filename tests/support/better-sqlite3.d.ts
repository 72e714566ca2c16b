/** The part of the SQLite driver that tests use; it brings no types of its own. */
declare module 'better-sqlite3' {
  export default class Database {
    constructor(file: string);
    exec(statements: string): this;
    pragma(statement: string): unknown;
    prepare(statement: string): { all(): unknown[]; run(...values: unknown[]): unknown };
    close(): void;
  }
}
