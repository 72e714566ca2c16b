import type { Core } from '@strapi/strapi';

import { transaction } from '../../core/database/connection';
import { holdLock } from '../../core/database/locks';
import { getRemovalWorkerService } from '../removals';

import { removePublic, removeQuarantined, toTrashedFile, trashedFiles } from './files/trashed-file';
import { trashedPublications } from './trashed-publication';

/** Maximum number of files to delete in one transaction. */
const PURGED_AT_ONCE = 50;

/** Selects the files of one publication, or all files whose retention period has ended by the given time. */
type Which = { publicationId: string } | { pastAt: Date };

/** Makes the functions that permanently delete publications and files from the trash. */
export const createPurge = (strapi: Core.Strapi) => {
  const purgeSome = (which: Which): Promise<number> =>
    transaction(strapi, async () => {
      const some = trashedFiles(strapi).orderBy('id').limit(PURGED_AT_ONCE);
      void ('pastAt' in which
        ? some.where('purge_at', '<=', which.pastAt)
        : some.where('publication_id', which.publicationId));
      const files = (await some.forUpdate()).map(toTrashedFile);
      for (const file of files) {
        await trashedFiles(strapi).where({ id: file.id }).delete();
        await removePublic(strapi, file, 0);
        await removeQuarantined(strapi, file);
      }
      return files.length;
    });

  /** Deletes files from the trash. Their bytes are removed through the removal table. */
  const purgeFiles = async (which: Which): Promise<void> => {
    while ((await purgeSome(which)) > 0);
    getRemovalWorkerService(strapi).wake();
  };

  return {
    /** Permanently deletes a publication with its files. @returns whether it was in the trash */
    async purge(documentId: string): Promise<boolean> {
      const count = await transaction(strapi, async () => {
        await holdLock(strapi, 'document', documentId);
        return trashedPublications(strapi).where({ document_id: documentId }).delete();
      });
      await purgeFiles({ publicationId: documentId });
      return count > 0;
    },

    /** Permanently deletes everything whose retention period has ended. */
    async sweep(): Promise<void> {
      const pastAt = new Date();
      await trashedPublications(strapi).where('purge_at', '<=', pastAt).delete();
      await purgeFiles({ pastAt });
    },
  };
};
