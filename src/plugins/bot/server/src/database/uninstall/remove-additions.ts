import type { Core } from '@strapi/strapi';

import { withSchema } from '../connection';
import { RULE, RULE_TRIGGERS } from '../file-type-rule/sql';
import { STATISTICS } from '../sqlite-statistics/apply';

import { createCatalog } from './catalog';

const FILES = 'files';
const REMOVALS = 'bot_removals';
const TRASHED_FILES = 'bot_trashed_files';
const TABLES = [
  REMOVALS,
  'bot_idempotency_records',
  'bot_file_references',
  'bot_publication_details',
  'bot_locks',
  'bot_rate_limits',
  'bot_changes',
  'bot_former_addresses',
  'bot_versions',
  'bot_trashed_publications',
  TRASHED_FILES,
  'bot_webhooks',
  'bot_webhook_deliveries',
  'bot_search',
];
const INDEXES_OF_FILES = [
  'bot_files_type_mime_index',
  'bot_files_hash_index',
  'bot_files_leased_index',
  'bot_files_newest_of_type_index',
  'bot_files_received_digest_index',
  'bot_files_stored_digest_index',
];
const COLUMNS_OF_FILES = [
  'type',
  'received_digest',
  'stored_digest',
  'leased_at',
  'placeholder',
  'duration',
  'recording_title',
];
/** Of the content type that holds publications, or has held them. */
const COLUMNS = ['publication_status', 'publication_revision', 'publication_title_key'];
const indexesOf = (table: string) => [
  `${table}_bot_slug_index`,
  `${table}_status_newest_index`,
  `${table}_status_updated_index`,
  `${table}_title_key_index`,
  `${table}_panel_created_index`,
  `${table}_panel_updated_index`,
  `${table}_panel_title_index`,
];

const countRows = async (strapi: Core.Strapi, table: string): Promise<number> => {
  if (!(await createCatalog(strapi).hasTable(table))) {
    return 0;
  }
  const rows: { count: number | string }[] = await strapi.db
    .connection(withSchema(strapi, table))
    .count({ count: '*' });
  return Number(rows[0]?.count);
};

/** How many removals of stored bytes are not done; 0 where there is no table of them. */
export const countWaitingRemovals = (strapi: Core.Strapi): Promise<number> =>
  countRows(strapi, REMOVALS);

/** How many files are in the trash; 0 where there is no table of them. */
export const countTrashedFiles = (strapi: Core.Strapi): Promise<number> =>
  countRows(strapi, TRASHED_FILES);

/**
 * Takes away what the plugin has added to the database, as far as it is there: rule, indexes,
 * columns, tables, and what it remembered in Strapi's store. Twice is the same as once.
 * @param isDryRun true to change nothing
 * @returns the statements
 */
export const removeAdditions = async (
  strapi: Core.Strapi,
  isDryRun: boolean
): Promise<string[]> => {
  const catalog = createCatalog(strapi);
  const knex = strapi.db.connection;
  const { client } = strapi.db.dialect;
  const statements: string[] = [];
  const add = (sql: string, ...names: string[]) =>
    void statements.push(knex.raw(sql, names).toQuery());
  const inSchema = (name: string) => withSchema(strapi, name);

  const addIndexes = async (table: string, names: string[]) => {
    for (const name of names) {
      if (await catalog.hasIndex(name)) {
        if (client === 'mysql') add('DROP INDEX ?? ON ??', name, table);
        else add('DROP INDEX ??', inSchema(name));
      }
    }
  };
  const addColumns = async (table: string, names: string[]) => {
    for (const name of names) {
      if (await catalog.hasColumn(table, name)) {
        add('ALTER TABLE ?? DROP COLUMN ??', inSchema(table), name);
      }
    }
  };

  if (client === 'sqlite') {
    for (const trigger of RULE_TRIGGERS) {
      if (await catalog.hasConstraint(trigger)) add('DROP TRIGGER ??', trigger);
    }
    if (await catalog.hasTable('sqlite_stat1')) {
      const told = knex('sqlite_stat1').where({ stat: STATISTICS });
      if ((await told.clone().first()) !== undefined) statements.push(told.delete().toQuery());
    }
  } else if (await catalog.hasConstraint(RULE)) {
    add('ALTER TABLE ?? DROP CONSTRAINT ??', inSchema(FILES), RULE);
  }
  await addIndexes(FILES, INDEXES_OF_FILES);
  await addColumns(FILES, COLUMNS_OF_FILES);
  const tables = new Set<string>();
  for (const column of COLUMNS) {
    (await catalog.tablesWithColumn(column)).forEach((table) => tables.add(table));
  }
  for (const table of tables) {
    await addIndexes(table, indexesOf(table));
    await addColumns(table, COLUMNS);
  }
  for (const table of TABLES) {
    if (await catalog.hasTable(table)) add('DROP TABLE ??', inSchema(table));
  }
  if (await catalog.hasTable('strapi_core_store_settings')) {
    const remembered = knex(inSchema('strapi_core_store_settings')).where(
      'key',
      'like',
      'plugin_bot_%'
    );
    statements.push(remembered.delete().toQuery());
  }

  if (!isDryRun) {
    // MySQL commits at each change of a table; the statements that are left are found the next time.
    const run = async (connection: Pick<typeof knex, 'raw'>) => {
      for (const statement of statements) await connection.raw(statement);
    };
    await (client === 'mysql' ? run(knex) : knex.transaction(run));
  }
  return statements;
};
