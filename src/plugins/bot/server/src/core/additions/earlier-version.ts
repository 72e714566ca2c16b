import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../config';
import { withSchema } from '../database/connection';
import { createState, type StateName } from '../database/state';
import { columnNameOf } from '../strapi/database/column-name';

import { createCatalog, runStatements } from './catalog';

/** Version 1.0.0 has this table. */
const REMOVALS = 'bot_removals';

/**
 * Renames the columns that version 1.0.0 gave other names, so that their values stay. To be called before Strapi's schema
 * sync, which drops columns that no attribute names any more. Twice is the same as once. What the site itself declares
 * by a former name is the site's: it is left alone, and the plugin's own column begins anew.
 */
export const renameColumns = async (strapi: Core.Strapi): Promise<void> => {
  const { hasTable, hasColumn } = createCatalog(strapi);
  if (!(await hasTable(REMOVALS))) {
    return;
  }
  const { contentType } = botConfig(strapi);
  const { attributes, collectionName } = strapi.contentTypes[contentType];
  const publications = strapi.db.metadata.identifiers.getTableName(String(collectionName));
  const declared = new Set(
    Object.keys(attributes).map((name) => columnNameOf(strapi, contentType, name))
  );
  const renamed = [
    { table: publications, from: 'publication_status', to: 'bot_status' },
    { table: publications, from: 'publication_revision', to: 'bot_revision' },
    { table: REMOVALS, from: 'stuck_since', to: 'failed_at' },
  ];
  const statements: string[] = [];
  for (const { table, from, to } of renamed) {
    const isOfSite = table === publications && declared.has(from);
    // Asks once where it has been renamed before.
    if (!isOfSite && !(await hasColumn(table, to)) && (await hasColumn(table, from))) {
      const names = [withSchema(strapi, table), from, to];
      const rename = strapi.db.connection.raw('ALTER TABLE ?? RENAME COLUMN ?? TO ??', names);
      statements.push(rename.toQuery());
    }
  }
  await runStatements(strapi, statements);
};

/** Where earlier versions have kept their state: with the settings of Strapi and of all plugins. */
const SETTINGS = 'strapi::core-store';
const NAMES: Record<string, StateName> = _.mapKeys(
  ['file-references', 'folder', 'lease', 'requests', 'search', 'shown-locale', 'switches'] as const,
  (name) => `plugin_bot_${name}`
);

/** Moves the state out of the settings into its own table. To be called at start, before anything reads it. */
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
