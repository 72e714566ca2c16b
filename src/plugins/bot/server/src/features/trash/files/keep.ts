import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { DAY_MILLISECONDS, TRASHED_FILE_UID } from '../../../core/constants';
import { databaseClock } from '../../../core/database/clock';
import { createRowInsert, folderLinkTable, query } from '../../../core/database/connection';
import { secretName, secretNameOfFormat } from '../../../core/storage';
import { storedObjectsOf } from '../../../core/strapi/uploads/stored-object';

import type { KeptObject } from './kept-object';
import type { File } from './trashed-file';

/**
 * When what is deleted now goes for good. It is written down with each row, so that another setting, of
 * another instance or of tomorrow, does not change it.
 */
export const goesAt = (strapi: Core.Strapi): Date =>
  new Date(Date.now() + botConfig(strapi).trash.days * DAY_MILLISECONDS);

/** Keeps files that are deleted with a publication. */
export const createKeep = (strapi: Core.Strapi) => {
  const insertRow = createRowInsert(strapi, TRASHED_FILE_UID);
  const clock = databaseClock(strapi);

  const foldersOf = async (files: File[]): Promise<Map<number, number>> => {
    const ids = files.map(({ id }) => id);
    const rows: { file_id: number; folder_id: number }[] = await query(strapi, (knex) =>
      knex(folderLinkTable(strapi)).select('file_id', 'folder_id').whereIn('file_id', ids)
    );
    return new Map(rows.map((row) => [row.file_id, row.folder_id]));
  };

  /**
   * Writes down files that are about to leave the Media Library. To be called in the transaction that
   * deletes their rows, before it.
   * @param subject the publication that they went with
   */
  return async (files: File[], subject: string): Promise<void> => {
    const folders = await foldersOf(files);
    for (const file of files) {
      const original = secretName();
      const kept = storedObjectsOf(file).map((at, index): KeptObject => {
        const hash = index === 0 ? original : secretNameOfFormat(original, at.hash);
        return { at, aside: { hash, ext: at.ext, mime: at.mime } };
      });
      await insertRow({
        document_id: file.documentId,
        subject,
        provider: file.provider,
        file: JSON.stringify(file),
        folder: folders.get(file.id) ?? null,
        kept: JSON.stringify(kept),
        is_aside: false,
        due_at: clock.now(strapi.db.connection, 0),
        attempts: 0,
        trashed_at: new Date(),
        goes_at: goesAt(strapi),
      });
    }
  };
};
