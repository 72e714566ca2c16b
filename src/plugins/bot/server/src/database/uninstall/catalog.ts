import type { Core } from '@strapi/strapi';

import { rowsOf } from '../connection';

/** How a dialect is asked what is in its database. `:name` is a name, `:table` that of a table. */
interface Catalog {
  tablesNamed: string;
  tablesWithColumn: string;
  columnsNamed: string;
  /** Gives the table of each. */
  indexesNamed: string;
  constraintsNamed: string;
}

const CATALOGS: Record<string, Catalog> = {
  sqlite: {
    tablesNamed: `SELECT name AS found FROM sqlite_master WHERE type = 'table' AND name = :name`,
    tablesWithColumn:
      `SELECT t.name AS found FROM sqlite_master t JOIN pragma_table_info(t.name) c ` +
      `WHERE t.type = 'table' AND c.name = :name`,
    columnsNamed: `SELECT name AS found FROM pragma_table_info(:table) WHERE name = :name`,
    indexesNamed: `SELECT tbl_name AS found FROM sqlite_master WHERE type = 'index' AND name = :name`,
    constraintsNamed: `SELECT name AS found FROM sqlite_master WHERE type = 'trigger' AND name = :name`,
  },
  postgres: {
    tablesNamed:
      `SELECT table_name AS found FROM information_schema.tables ` +
      `WHERE table_schema = :schema AND table_name = :name`,
    tablesWithColumn:
      `SELECT table_name AS found FROM information_schema.columns ` +
      `WHERE table_schema = :schema AND column_name = :name`,
    columnsNamed:
      `SELECT column_name AS found FROM information_schema.columns ` +
      `WHERE table_schema = :schema AND table_name = :table AND column_name = :name`,
    indexesNamed: `SELECT tablename AS found FROM pg_indexes WHERE schemaname = :schema AND indexname = :name`,
    constraintsNamed:
      `SELECT table_name AS found FROM information_schema.table_constraints ` +
      `WHERE constraint_schema = :schema AND constraint_name = :name`,
  },
  mysql: {
    tablesNamed:
      `SELECT table_name AS found FROM information_schema.tables ` +
      `WHERE table_schema = DATABASE() AND table_name = :name`,
    tablesWithColumn:
      `SELECT table_name AS found FROM information_schema.columns ` +
      `WHERE table_schema = DATABASE() AND column_name = :name`,
    columnsNamed:
      `SELECT column_name AS found FROM information_schema.columns ` +
      `WHERE table_schema = DATABASE() AND table_name = :table AND column_name = :name`,
    indexesNamed:
      `SELECT DISTINCT table_name AS found FROM information_schema.statistics ` +
      `WHERE table_schema = DATABASE() AND index_name = :name`,
    constraintsNamed:
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

  const find = async (question: keyof Catalog, name: string, table = ''): Promise<string[]> => {
    const sql = catalog[question];
    const all = { name, table, schema: strapi.db.getSchemaName() ?? 'public' };
    const asked = Object.fromEntries(
      Object.entries(all).filter(([key]) => sql.includes(`:${key}`))
    );
    const rows = rowsOf<{ found: string }>(await knex.raw(sql, asked));
    return rows.map(({ found }) => found);
  };

  return {
    /** Whether there is a table of this name. */
    hasTable: async (name: string) => (await find('tablesNamed', name)).length > 0,
    /** The tables that have a column of this name. */
    tablesWithColumn: (name: string) => find('tablesWithColumn', name),
    hasColumn: async (table: string, name: string) =>
      (await find('columnsNamed', name, table)).length > 0,
    /** Whether there is an index of this name. */
    hasIndex: async (name: string) => (await find('indexesNamed', name)).length > 0,
    /** Whether there is a constraint of this name; on SQLite a trigger. */
    hasConstraint: async (name: string) => (await find('constraintsNamed', name)).length > 0,
  };
};
