import type { Core } from '@strapi/strapi';

import { query, rowsOf, transaction, type Knex } from '../database/connection';

/** A table, or a part of one. A rule is a constraint; on SQLite a trigger. */
export type Kind = 'table' | 'column' | 'index' | 'rule';

/** Something in a database; of a table, `name` is that of the table. */
export interface Part {
  kind: Kind;
  table: string;
  name: string;
}

/** How a dialect is asked for what knex does not look up. */
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

/** Asks the database itself what is there; the site's content types need not be loaded. */
export const createCatalog = (strapi: Core.Strapi) => {
  const { db } = strapi;
  const hasTable = (name: string) => db.getSchemaConnection().hasTable(name);
  const hasColumn = async (table: string, name: string) =>
    // MySQL refuses to tell of a table that is not there.
    (await hasTable(table)) && db.getSchemaConnection().hasColumn(table, name);

  return {
    hasTable,
    hasColumn,
    async has({ kind, table, name }: Part): Promise<boolean> {
      if (kind === 'table') return hasTable(name);
      if (kind === 'column') return hasColumn(table, name);
      const sql = CATALOGS[db.dialect.client]?.[kind];
      if (sql === undefined) {
        throw new Error(`bot plugin: ${db.dialect.client} is not known`);
      }
      const schema = sql.includes(':schema') && { schema: db.getSchemaName() ?? 'public' };
      const found = await query(strapi, (knex) => knex.raw(sql, { name, ...schema }));
      return rowsOf(found).length > 0;
    },
  };
};

/** Runs statements that change tables, all or none of them where the database can do that: MySQL commits each. */
export const runStatements = async (strapi: Core.Strapi, statements: string[]): Promise<void> => {
  if (statements.length === 0) return;
  const run = async (connection: Knex): Promise<void> => {
    for (const statement of statements) await connection.raw(statement);
  };
  const { db } = strapi;
  await (db.dialect.client === 'mysql' ? run(db.connection) : transaction(strapi, run));
};
