import type { Core } from '@strapi/strapi';

import { rowsOf } from '../database/connection';

/** A table, or a part of one. A rule is a constraint; on SQLite a trigger. */
export type Kind = 'table' | 'column' | 'index' | 'rule';

/** Something in a database; of a table, `name` is that of the table. */
export interface Part {
  kind: Kind;
  table: string;
  name: string;
}

/** How a dialect is asked what is in its database. `:name` is a name, `:table` that of a table. */
type Catalog = Record<Kind, string>;

const CATALOGS: Record<string, Catalog> = {
  sqlite: {
    table: `SELECT name AS found FROM sqlite_master WHERE type = 'table' AND name = :name`,
    column: `SELECT name AS found FROM pragma_table_info(:table) WHERE name = :name`,
    index: `SELECT tbl_name AS found FROM sqlite_master WHERE type = 'index' AND name = :name`,
    rule: `SELECT name AS found FROM sqlite_master WHERE type = 'trigger' AND name = :name`,
  },
  postgres: {
    table:
      `SELECT table_name AS found FROM information_schema.tables ` +
      `WHERE table_schema = :schema AND table_name = :name`,
    column:
      `SELECT column_name AS found FROM information_schema.columns ` +
      `WHERE table_schema = :schema AND table_name = :table AND column_name = :name`,
    index: `SELECT tablename AS found FROM pg_indexes WHERE schemaname = :schema AND indexname = :name`,
    rule:
      `SELECT table_name AS found FROM information_schema.table_constraints ` +
      `WHERE constraint_schema = :schema AND constraint_name = :name`,
  },
  mysql: {
    table:
      `SELECT table_name AS found FROM information_schema.tables ` +
      `WHERE table_schema = DATABASE() AND table_name = :name`,
    column:
      `SELECT column_name AS found FROM information_schema.columns ` +
      `WHERE table_schema = DATABASE() AND table_name = :table AND column_name = :name`,
    index:
      `SELECT DISTINCT table_name AS found FROM information_schema.statistics ` +
      `WHERE table_schema = DATABASE() AND index_name = :name`,
    rule:
      `SELECT table_name AS found FROM information_schema.table_constraints ` +
      `WHERE constraint_schema = DATABASE() AND constraint_name = :name`,
  },
};

/** Asks the database itself what is there; the site's content types need not be loaded. */
export const createCatalog = (strapi: Core.Strapi) => {
  const { client } = strapi.db.dialect;
  const catalog = CATALOGS[client];
  if (catalog === undefined) {
    throw new Error(`bot plugin: ${client} is not known`);
  }
  const knex = strapi.db.connection;

  const has = async ({ kind, table, name }: Part): Promise<boolean> => {
    const sql = catalog[kind];
    const all = { name, table, schema: strapi.db.getSchemaName() ?? 'public' };
    const asked = Object.fromEntries(
      Object.entries(all).filter(([key]) => sql.includes(`:${key}`))
    );
    return rowsOf(await knex.raw(sql, asked)).length > 0;
  };

  const hasColumn = (table: string, name: string) => has({ kind: 'column', table, name });

  return {
    has,
    hasColumn,
    /** Whether a column is there by its former name only. Asks once where it has been renamed before. */
    isToRename: async (table: string, from: string, to: string): Promise<boolean> =>
      !(await hasColumn(table, to)) && (await hasColumn(table, from)),
    hasTable: (name: string) => has({ kind: 'table', table: name, name }),
  };
};
