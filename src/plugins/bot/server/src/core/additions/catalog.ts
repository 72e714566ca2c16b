import type { Core } from '@strapi/strapi';

import { knexOf, rowsOf, transaction, type Knex } from '../database/connection';

/** Kind of a database object. `rule` means a constraint, or a trigger on SQLite. */
export type Kind = 'table' | 'column' | 'index' | 'rule';

/** A database object. For a table, `name` equals `table`. */
export interface Part {
  kind: Kind;
  table: string;
  name: string;
}

/** SQL queries that check whether an index or a constraint exists, keyed by dialect; knex has no such check. */
const CATALOGS: Record<string, Record<'index' | 'rule', string>> = {
  sqlite: {
    index: `SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = :name`,
    rule: `SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = :name`,
  },
  postgres: {
    index: `SELECT 1 FROM pg_indexes WHERE schemaname = :schema AND indexname = :name`,
    rule:
      `SELECT 1 FROM information_schema.table_constraints ` +
      `WHERE constraint_schema = :schema AND constraint_name = :name`,
  },
  mysql: {
    index:
      `SELECT 1 FROM information_schema.statistics ` +
      `WHERE table_schema = DATABASE() AND index_name = :name`,
    rule:
      `SELECT 1 FROM information_schema.table_constraints ` +
      `WHERE constraint_schema = DATABASE() AND constraint_name = :name`,
  },
};

/** Checks in the database whether objects exist. Does not need the site's content types. */
export const createCatalog = (strapi: Core.Strapi) => {
  const { db } = strapi;
  const hasTable = (name: string) => db.getSchemaConnection().hasTable(name);
  const hasColumn = async (table: string, name: string) =>
    // MySQL fails when asked about columns of a missing table.
    (await hasTable(table)) && db.getSchemaConnection().hasColumn(table, name);

  return {
    hasTable,
    hasColumn,
    async has({ kind, table, name }: Part): Promise<boolean> {
      if (kind === 'table') return hasTable(name);
      if (kind === 'column') return hasColumn(table, name);
      const sql = CATALOGS[db.dialect.client]?.[kind];
      if (sql === undefined) throw new Error(`bot plugin: ${db.dialect.client} is not known`);
      const schema = sql.includes(':schema') && { schema: db.getSchemaName() ?? 'public' };
      const found = await knexOf(strapi).raw(sql, { name, ...schema });
      return rowsOf(found).length > 0;
    },
  };
};

/** Runs DDL statements in a transaction. MySQL has no transactional DDL and commits each one. */
export const runStatements = async (strapi: Core.Strapi, statements: string[]): Promise<void> => {
  if (statements.length === 0) return;
  const run = async (connection: Knex): Promise<void> => {
    for (const statement of statements) await connection.raw(statement);
  };
  const { db } = strapi;
  await (db.dialect.client === 'mysql' ? run(db.connection) : transaction(strapi, run));
};
