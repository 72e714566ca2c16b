import type { Core } from '@strapi/strapi';

import { query, transaction } from '../../core/database/connection';
import { holdLock } from '../../core/database/locks';
import { getRemovalWorkerService } from '../removals';

import { getTrashedFileService } from './files/trashed-files';

import { trashedPublications } from './trashed-publication';

const SWEPT_AT_ONCE = 100;

/** Deletes what is in the trash for good. */
export const createPurge = (strapi: Core.Strapi) => {
  const files = () => getTrashedFileService(strapi);

  return {
    /** Deletes one for good, with the files that went with it. @returns whether it was there */
    async purge(documentId: string): Promise<boolean> {
      const count = await transaction(strapi, async (knex) => {
        await holdLock(strapi, 'document', documentId);
        return trashedPublications(strapi, knex).where({ document_id: documentId }).delete();
      });
      await files().purge({ publicationId: documentId });
      getRemovalWorkerService(strapi).wake();
      return count > 0;
    },

    /** Deletes for good what is past its days, some at a time. */
    async sweep(): Promise<void> {
      const pastAt = new Date();
      for (let isMore = true; isMore;) {
        const old: { id: number }[] = await query(strapi, (knex) =>
          trashedPublications(strapi, knex)
            .select('id')
            .where('purge_at', '<=', pastAt)
            .limit(SWEPT_AT_ONCE)
        );
        const ids = old.map(({ id }) => id);
        await query(strapi, (knex) =>
          trashedPublications(strapi, knex).whereIn('id', ids).delete()
        );
        isMore = old.length === SWEPT_AT_ONCE;
      }
      await files().purge({ pastAt });
      getRemovalWorkerService(strapi).wake();
    },
  };
};
