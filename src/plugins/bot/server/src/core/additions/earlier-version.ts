import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../config';
import { FILE_UID } from '../constants';
import { withSchema } from '../database/connection';
import { createState } from '../database/state';
import { columnNameOf } from '../strapi/database/column-name';

import { createCatalog, runStatements } from './catalog';

/** Every version that had the former names has this table. */
const TABLE_OF_THAT_TIME = 'bot_removals';

/** Columns of the plugin's own tables, by the names that earlier versions gave them. */
const OWN: Record<string, Record<string, string>> = {
  bot_former_addresses: { untold: 'pending' },
  bot_removals: { stuck_since: 'failed_at' },
  bot_trashed_files: { subject: 'publication_id', is_aside: 'is_quarantined', goes_at: 'purge_at' },
  bot_trashed_publications: { who: 'actor', goes_at: 'purge_at' },
  bot_versions: { who: 'actor' },
};

/** Indexes of texts that earlier versions had; the one of this version is made from the texts. */
const FORMER_INDEXES = ['bot_search', 'bot_words'];

/** Attributes of others' types by their former names, and the column that keeps such rows as JSON in the trash. */
const ADDED = {
  files: {
    names: {
      receivedDigest: 'botReceivedDigest',
      storedDigest: 'botStoredDigest',
      leasedAt: 'botLeasedAt',
      placeholder: 'botPlaceholder',
      duration: 'botDuration',
      recordingTitle: 'botRecordingTitle',
    },
    trash: ['bot_trashed_files', 'file'],
  },
  publications: {
    names: {
      publicationStatus: 'botStatus',
      publicationRevision: 'botRevision',
      publicationTitleKey: 'botTitleKey',
    },
    trash: ['bot_trashed_publications', 'content'],
  },
} as const;

/**
 * Renames columns of earlier versions, so that their values are kept, and drops their text indexes. Runs
 * before Strapi's schema sync, which drops unknown columns; running twice is harmless. A column that the site
 * itself declares by a former name is left alone.
 */
export const upgradeTables = async (strapi: Core.Strapi): Promise<void> => {
  const { hasTable, hasColumn } = createCatalog(strapi);
  if (!(await hasTable(TABLE_OF_THAT_TIME))) {
    return;
  }
  const statements: string[] = [];
  const add = (sql: string, table: string, ...values: string[]): void => {
    const all = [withSchema(strapi, table), ...values];
    statements.push(strapi.db.connection.raw(sql, all).toQuery());
  };
  /** Asks once where it has been renamed before. */
  const isToRename = async (table: string, from: string, to: string): Promise<boolean> =>
    !(await hasColumn(table, to)) && (await hasColumn(table, from));
  const rename = 'ALTER TABLE ?? RENAME COLUMN ?? TO ??';

  const renameAdded = async (
    uid: UID.ContentType,
    { names, trash: [trash, column] }: (typeof ADDED)[keyof typeof ADDED]
  ): Promise<void> => {
    const { attributes, collectionName } = strapi.contentTypes[uid];
    const table = strapi.db.metadata.identifiers.getTableName(String(collectionName));
    const declared = new Set(
      Object.keys(attributes).map((name) => columnNameOf(strapi, uid, name))
    );
    const hasTrash = await hasTable(trash);
    for (const [former, name] of Object.entries(names)) {
      const [from, to] = [_.snakeCase(former), _.snakeCase(name)];
      if (!declared.has(from) && (await isToRename(table, from, to))) {
        if (hasTrash) {
          const replace = 'UPDATE ?? SET ?? = REPLACE(??, ?, ?)';
          add(replace, trash, column, column, `"${former}":`, `"${name}":`);
        }
        add(rename, table, from, to);
      }
    }
  };

  await renameAdded(FILE_UID, ADDED.files);
  await renameAdded(botConfig(strapi).contentType, ADDED.publications);
  for (const [table, names] of Object.entries(OWN)) {
    for (const [from, to] of Object.entries(names)) {
      if (await isToRename(table, from, to)) add(rename, table, from, to);
    }
  }
  // The id of a version is that of its publication; before, it was one of its own.
  if (await hasColumn('bot_versions', 'subject')) {
    add('UPDATE ?? SET ?? = ??', 'bot_versions', 'document_id', 'subject');
  }
  if (await hasTable('bot_words')) add("DELETE FROM ?? WHERE document_id = 'words'", 'bot_states');
  for (const table of FORMER_INDEXES) {
    if (await hasTable(table)) add('DROP TABLE ??', table);
  }
  await runStatements(strapi, statements);
};

/** Where earlier versions have kept their state: with the settings of Strapi and of all plugins. */
const SETTINGS = 'strapi::core-store';
const NAMES: Record<string, string> = _.mapKeys(
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
