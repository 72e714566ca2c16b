import type { Core } from '@strapi/strapi';

import { STATISTICS } from '../constants';
import { withSchema } from '../database/connection';

import { createCatalog, runStatements, type Kind, type Part } from './catalog';
import { LIST_TABLE, readList } from './list';

const REMOVALS = 'bot_removals';
const TRASHED_FILES = 'bot_trashed_files';

/** Order in which kinds of database objects are removed: dependent kinds first. */
const ORDER: Kind[] = ['rule', 'index', 'column', 'table'];

const countRows = async (strapi: Core.Strapi, table: string): Promise<number> => {
  if (!(await createCatalog(strapi).hasTable(table))) return 0;
  const rows: { count: number | string }[] = await strapi.db
    .connection(withSchema(strapi, table))
    .count({ count: '*' });
  return Number(rows[0]?.count);
};

/** Number of pending removals of stored bytes; 0 if the table does not exist. */
export const countWaitingRemovals = (strapi: Core.Strapi): Promise<number> =>
  countRows(strapi, REMOVALS);

/** Number of files in the trash; 0 if the table does not exist. */
export const countTrashedFiles = (strapi: Core.Strapi): Promise<number> =>
  countRows(strapi, TRASHED_FILES);

/** Whether the database contains additions of an early plugin version, which stored no list of its additions. */
export const lacksList = async (strapi: Core.Strapi): Promise<boolean> =>
  (await readList(strapi)) === undefined && (await createCatalog(strapi).hasTable(REMOVALS));

/**
 * Removes the plugin's listed additions from the database. Idempotent.
 * @param isDryRun true to change nothing
 * @returns the SQL statements
 */
export const removeAdditions = async (
  strapi: Core.Strapi,
  isDryRun: boolean
): Promise<string[]> => {
  const list = await readList(strapi);
  if (list === undefined) return [];
  const catalog = createCatalog(strapi);
  const knex = strapi.db.connection;
  const { client } = strapi.db.dialect;
  const inSchema = (name: string) => withSchema(strapi, name);
  const sql = (statement: string, ...names: string[]) => knex.raw(statement, names).toQuery();

  const removal: Record<Kind, (part: Part) => string> = {
    rule: ({ table, name }) =>
      client === 'sqlite'
        ? sql('DROP TRIGGER ??', name)
        : sql('ALTER TABLE ?? DROP CONSTRAINT ??', inSchema(table), name),
    index: ({ table, name }) =>
      client === 'mysql'
        ? sql('DROP INDEX ?? ON ??', name, table)
        : sql('DROP INDEX ??', inSchema(name)),
    column: ({ table, name }) => sql('ALTER TABLE ?? DROP COLUMN ??', inSchema(table), name),
    table: ({ name }) => sql('DROP TABLE ??', inSchema(name)),
  };

  const own = new Set(list.additions.filter(({ kind }) => kind === 'table').map((it) => it.name));
  const goesWithTable = ({ kind, table }: Part) => kind !== 'table' && own.has(table);
  const statements: string[] = [];
  for (const kind of ORDER) {
    for (const part of list.additions.filter((it) => it.kind === kind && !goesWithTable(it))) {
      if (await catalog.has(part)) statements.push(removal[kind](part));
    }
  }
  if (client === 'sqlite' && (await catalog.hasTable('sqlite_stat1'))) {
    const pluginStatistics = knex('sqlite_stat1').where({ stat: STATISTICS });
    if ((await pluginStatistics.clone().first()) !== undefined)
      statements.push(pluginStatistics.delete().toQuery());
  }
  // The list is dropped last, so that a retry works after a failure on MySQL, which commits each statement.
  statements.push(sql('DROP TABLE ??', inSchema(LIST_TABLE)));

  if (!isDryRun) {
    await runStatements(strapi, statements);
  }
  return statements;
};
