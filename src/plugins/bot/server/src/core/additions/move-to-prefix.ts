import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../config';
import { FILE_UID } from '../constants';
import { withSchema } from '../database/connection';
import { columnNameOf } from '../strapi/database/column-name';

import { createCatalog } from './catalog';
import { runStatements } from './run-statements';

/** A table of every version that had the former names. */
const TABLE_OF_THAT_TIME = 'bot_removals';

/** Attributes by their former names, and the column that keeps rows of the trash as JSON by these names. */
const MOVES = {
  files: {
    names: {
      receivedDigest: 'botReceivedDigest',
      storedDigest: 'botStoredDigest',
      leasedAt: 'botLeasedAt',
      placeholder: 'botPlaceholder',
      duration: 'botDuration',
      recordingTitle: 'botRecordingTitle',
    },
    trash: { table: 'bot_trashed_files', column: 'file' },
  },
  publications: {
    names: {
      publicationStatus: 'botStatus',
      publicationRevision: 'botRevision',
      publicationTitleKey: 'botTitleKey',
    },
    trash: { table: 'bot_trashed_publications', column: 'content' },
  },
};

/**
 * Renames the columns that earlier versions have added to tables of others, so that their values stay. To be called
 * before Strapi's schema sync, which drops columns that no attribute names any more. Twice is the same as once. What
 * the site itself declares by a former name is the site's: it is left alone, and the plugin's own column begins anew.
 */
export const moveToPrefix = async (strapi: Core.Strapi): Promise<void> => {
  const catalog = createCatalog(strapi);
  if (!(await catalog.hasTable(TABLE_OF_THAT_TIME))) {
    return;
  }
  const knex = strapi.db.connection;
  const statements: string[] = [];
  const add = (sql: string, values: string[]) =>
    void statements.push(knex.raw(sql, values).toQuery());

  const addMoves = async (
    uid: UID.ContentType,
    { names, trash }: (typeof MOVES)[keyof typeof MOVES]
  ): Promise<void> => {
    const { attributes, collectionName } = strapi.contentTypes[uid];
    const table = strapi.db.metadata.identifiers.getTableName(String(collectionName));
    const declared = new Set(
      Object.keys(attributes).map((name) => columnNameOf(strapi, uid, name))
    );
    const hasTrash = await catalog.hasTable(trash.table);
    for (const [former, name] of Object.entries(names)) {
      const [from, to] = [_.snakeCase(former), _.snakeCase(name)];
      if (!declared.has(from) && (await catalog.isToRename(table, from, to))) {
        if (hasTrash) {
          const { column } = trash;
          const keys = [`"${former}":`, `"${name}":`];
          add('UPDATE ?? SET ?? = REPLACE(??, ?, ?)', [
            ...[withSchema(strapi, trash.table), column, column],
            ...keys,
          ]);
        }
        add('ALTER TABLE ?? RENAME COLUMN ?? TO ??', [withSchema(strapi, table), from, to]);
      }
    }
  };

  await addMoves(FILE_UID, MOVES.files);
  await addMoves(botConfig(strapi).contentType, MOVES.publications);
  await runStatements(strapi, statements);
};
