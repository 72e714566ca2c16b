import type { Core } from '@strapi/strapi';

import { TRASHED_FILE_UID } from '../../../core/constants';
import { folderLinkTable, query } from '../../../core/database/connection';
import { createRowInsert } from '../../../core/database/statement';
import { getStorageAccess, secretName, secretNameOfFormat } from '../../../core/storage';
import { storedObjectsOf } from '../../../core/strapi/uploads/stored-object';
import { getRemovalQueueService } from '../../removals';

import type { TrashedWith } from '../keep';

import type { KeptObject } from './kept-object';
import type { File } from './trashed-file';

/** Keeps files that are deleted with a publication. */
export const createKeepFiles = (strapi: Core.Strapi) => {
  const insertRow = createRowInsert(strapi, TRASHED_FILE_UID);

  const foldersOf = async (files: File[]): Promise<Map<number, number>> => {
    const ids = files.map(({ id }) => id);
    const rows: { file_id: number; folder_id: number }[] = await query(strapi, (knex) =>
      knex(folderLinkTable(strapi)).select('file_id', 'folder_id').whereIn('file_id', ids)
    );
    return new Map(rows.map((row) => [row.file_id, row.folder_id]));
  };

  /** Storage that can only be written keeps the bytes at their public addresses. */
  const removeFromPublic = async (
    { provider }: File,
    kept: KeptObject[]
  ): Promise<number | null> =>
    getStorageAccess(strapi) === undefined
      ? null
      : (await getRemovalQueueService(strapi).add({ provider, objects: kept.map(({ at }) => at) }))
          .id;

  /**
   * Writes down files that are about to leave the Media Library. To be called in the transaction that
   * deletes their rows, before it.
   */
  return async (files: File[], { publicationId, purgeAt }: TrashedWith): Promise<void> => {
    const folders = await foldersOf(files);
    for (const file of files) {
      const original = secretName();
      const kept = storedObjectsOf(file).map((at, index): KeptObject => {
        const hash = index === 0 ? original : secretNameOfFormat(original, at.hash);
        return { at, aside: { hash, ext: at.ext, mime: at.mime } };
      });
      await insertRow({
        document_id: file.documentId,
        publication_id: publicationId,
        provider: file.provider,
        file: JSON.stringify(file),
        folder: folders.get(file.id) ?? null,
        kept: JSON.stringify(kept),
        is_quarantined: false,
        removal: await removeFromPublic(file, kept),
        purge_at: purgeAt,
      });
    }
  };
};
