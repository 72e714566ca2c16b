import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../config';
import { FILE_UID } from '../constants';
import { withSchema } from '../database/connection';
import { createState } from '../database/state';
import { columnNameOf } from '../strapi/database/column-name';

import { createCatalog, runStatements } from './catalog';

/** Table that exists in every version with the former column names. */
const TABLE_OF_THAT_TIME = 'bot_removals';

/** Former column names of the plugin's own tables, with their current names. */
const OWN: Record<string, Record<string, string>> = {
  bot_former_addresses: { untold: 'pending' },
  bot_removals: { stuck_since: 'failed_at' },
  bot_trashed_files: { subject: 'publication_id', is_aside: 'is_quarantined', goes_at: 'purge_at' },
  bot_trashed_publications: { who: 'actor', goes_at: 'purge_at' },
  bot_versions: { who: 'actor' },
};

/** Search indexes of earlier versions. This version creates its own from the texts. */
const FORMER_INDEXES = ['bot_search', 'bot_words'];

/** Former names of added attributes, with the trash column that stores such rows as JSON. */
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
 * Renames columns of earlier versions to keep their values, and drops their search indexes. Runs before Strapi's schema
 * sync, which drops unknown columns. Idempotent. Keeps a column that the site itself declares under a former name.
 */
export const upgradeTables = async (strapi: Core.Strapi): Promise<void> => {
  const { hasTable, hasColumn } = createCatalog(strapi);
  if (!(await hasTable(TABLE_OF_THAT_TIME))) return;
  const statements: string[] = [];
  const add = (sql: string, table: string, ...values: string[]): void => {
    const all = [withSchema(strapi, table), ...values];
    statements.push(strapi.db.connection.raw(sql, all).toQuery());
  };
  /** Whether a column still has its former name. Takes one query if it was renamed before. */
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
  // A version now has the document ID of its publication; formerly it had its own.
  if (await hasColumn('bot_versions', 'subject')) {
    add('UPDATE ?? SET ?? = ??', 'bot_versions', 'document_id', 'subject');
  }
  if (await hasTable('bot_words')) add("DELETE FROM ?? WHERE document_id = 'words'", 'bot_states');
  for (const table of FORMER_INDEXES) {
    if (await hasTable(table)) add('DROP TABLE ??', table);
  }
  await runStatements(strapi, statements);
};

/** Table in which earlier versions stored state, shared with the settings of Strapi and all plugins. */
const SETTINGS = 'strapi::core-store';
const NAMES: Record<string, string> = _.mapKeys(
  ['file-references', 'folder', 'lease', 'requests', 'search', 'shown-locale', 'switches'] as const,
  (name) => `plugin_bot_${name}`
);

/** Moves state of earlier versions from Strapi's core store to the plugin's table. Must run before state is read. */
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
