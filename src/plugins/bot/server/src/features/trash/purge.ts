import type { Core } from '@strapi/strapi';

import { query, transaction } from '../../core/database/connection';
import { holdLock } from '../../core/database/locks';
import { getRemovalWorkerService } from '../removals';

import { removePublic, removeQuarantined, toTrashedFile, trashedFiles } from './files/trashed-file';
import { trashedPublications } from './trashed-publication';

/** Files that are purged in one transaction. */
const PURGED_AT_ONCE = 50;

/** Those that went with a publication, or those whose days are over at this time. */
type Which = { publicationId: string } | { pastAt: Date };

export const createPurge = (strapi: Core.Strapi) => {
  const purgeSome = (which: Which): Promise<number> =>
    transaction(strapi, async (knex) => {
      const some = trashedFiles(strapi, knex).orderBy('id').limit(PURGED_AT_ONCE);
      void ('pastAt' in which
        ? some.where('purge_at', '<=', which.pastAt)
        : some.where('publication_id', which.publicationId));
      const files = (await some.forUpdate()).map(toTrashedFile);
      for (const file of files) {
        await trashedFiles(strapi, knex).where({ id: file.id }).delete();
        await removePublic(strapi, file, 0);
        await removeQuarantined(strapi, file);
      }
      return files.length;
    });

  /** Purges files: their bytes go by way of the removal table. */
  const purgeFiles = async (which: Which): Promise<void> => {
    while ((await purgeSome(which)) > 0);
    getRemovalWorkerService(strapi).wake();
  };

  return {
    /** Deletes one for good, with the files that went with it. @returns whether it was there */
    async purge(documentId: string): Promise<boolean> {
      const count = await transaction(strapi, async (knex) => {
        await holdLock(strapi, 'document', documentId);
        return trashedPublications(strapi, knex).where({ document_id: documentId }).delete();
      });
      await purgeFiles({ publicationId: documentId });
      return count > 0;
    },

    async sweep(): Promise<void> {
      const pastAt = new Date();
      await query(strapi, (knex) =>
        trashedPublications(strapi, knex).where('purge_at', '<=', pastAt).delete()
      );
      await purgeFiles({ pastAt });
    },
  };
};
