import type { Core } from '@strapi/strapi';

import { TRASHED_FILE_UID } from '../../constants';
import { createRowInsert, folderLinkTable, query } from '../../database/connection';
import { secretName } from '../../materials/storage';
import { storedObjectsOf } from '../../strapi/uploads/stored-object';

import { goesAt } from './goes-at';
import type { File, KeptObject } from './trashed-file';

/** Keeps files that are deleted with a publication. */
export const createKeep = (strapi: Core.Strapi) => {
  const insertRow = createRowInsert(strapi, TRASHED_FILE_UID);

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
      const kept = storedObjectsOf(file).map((at): KeptObject => {
        const { ext, mime, path } = at;
        return { at, aside: { hash: secretName(), ext, mime, path } };
      });
      await insertRow({
        document_id: file.documentId,
        subject,
        provider: file.provider,
        file: JSON.stringify(file),
        folder: folders.get(file.id) ?? null,
        kept: JSON.stringify(kept),
        is_aside: false,
        due_at: new Date(),
        attempts: 0,
        trashed_at: new Date(),
        goes_at: goesAt(strapi),
      });
    }
  };
};
