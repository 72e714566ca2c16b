import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../config';
import { withSchema } from '../database/connection';
import { createState } from '../database/state';
import { columnNameOf } from '../strapi/database/column-name';

import { createCatalog, runStatements } from './catalog';

/** Former names of added attributes of publications. */
const ADDED = { publicationStatus: 'botStatus', publicationRevision: 'botRevision' };

/**
 * Renames columns of version 1.0 to keep their values. Runs before Strapi's schema sync, which drops unknown columns.
 * Idempotent. Keeps a column that the site itself declares under a former name.
 */
export const upgradeTables = async (strapi: Core.Strapi): Promise<void> => {
  const { hasTable, hasColumn } = createCatalog(strapi);
  // The table exists in every version with former names.
  if (!(await hasTable('bot_removals'))) return;
  const statements: string[] = [];
  /** Appends to `statements` the SQL that renames a column. Takes one query if the column already has the new name. */
  const rename = async (table: string, from: string, to: string): Promise<void> => {
    if ((await hasColumn(table, to)) || !(await hasColumn(table, from))) return;
    const names = [withSchema(strapi, table), from, to];
    const statement = strapi.db.connection.raw('ALTER TABLE ?? RENAME COLUMN ?? TO ??', names);
    statements.push(statement.toQuery());
  };

  await rename('bot_removals', 'stuck_since', 'failed_at');
  const { contentType: uid } = botConfig(strapi);
  const { attributes, collectionName } = strapi.contentTypes[uid];
  const table = strapi.db.metadata.identifiers.getTableName(String(collectionName));
  const declared = new Set(Object.keys(attributes).map((name) => columnNameOf(strapi, uid, name)));
  for (const [former, name] of Object.entries(ADDED)) {
    const from = _.snakeCase(former);
    if (!declared.has(from)) await rename(table, from, _.snakeCase(name));
  }
  await runStatements(strapi, statements);
};

/** Table in which version 1.0 stored state, shared with the settings of Strapi and all plugins. */
const SETTINGS = 'strapi::core-store';
const NAMES: Record<string, string> = _.mapKeys(
  ['file-references', 'folder', 'shown-locale'] as const,
  (name) => `plugin_bot_${name}`
);

/** Moves state of version 1.0 from Strapi's core store to the plugin's table. Must run before state is read. */
export const moveSettings = async (strapi: Core.Strapi): Promise<void> => {
  const settings: { id: number; key: string; value: string }[] = await strapi.db
    .query(SETTINGS)
    .findMany({ where: { key: { $in: Object.keys(NAMES) } } });
  for (const { id, key, value } of settings) {
    const name = NAMES[key];
    if (name !== undefined) {
      await createState(strapi, name).set(JSON.parse(value));
      await strapi.db.query(SETTINGS).delete({ where: { id } });
    }
  }
};
