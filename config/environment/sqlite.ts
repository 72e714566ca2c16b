/** As much of a better-sqlite3 database as is used here; the package has no type declarations. */
export interface SqliteDatabase {
  pragma(statement: string): unknown;
  prepare(sql: string): unknown;
}

/** Statements kept for one connection. A site uses some hundreds; lists of ids make more. */
const KEPT = 500;

/** What changes tables; a statement that was prepared before may not know their columns. */
const CHANGES_TABLES = /^\s*(?:create|alter|drop|pragma|vacuum)\b/i;

/**
 * Lets a connection keep the statements it has prepared, the least recently used leaving first.
 * Strapi prepares each query anew, which takes a tenth of the CPU time of a request.
 */
export const keepStatements = (database: SqliteDatabase): void => {
  const prepare = database.prepare.bind(database);
  const statements = new Map<string, unknown>();

  database.prepare = (sql) => {
    if (CHANGES_TABLES.test(sql)) {
      statements.clear();
      return prepare(sql);
    }
    const statement = statements.get(sql) ?? prepare(sql);
    statements.delete(sql);
    statements.set(sql, statement);
    if (statements.size > KEPT) {
      statements.delete(statements.keys().next().value ?? sql);
    }
    return statement;
  };
};
