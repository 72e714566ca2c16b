import type { Core } from '@strapi/strapi';

import { transaction } from '../../../core/database/connection';
import { getRemovalQueueService } from '../../removals';

import {
  GRACE_SECONDS,
  publicObjects,
  quarantinedObjects,
  toTrashedFile,
  trashedFiles,
} from './trashed-file';

/** Files that are purged in one transaction. */
const PURGED_AT_ONCE = 50;

/** Those that went with a publication, or those whose days are over at this time. */
export type Which = { publicationId: string } | { pastAt: Date };

/** Purges files in the trash: their bytes go by way of the removal table. */
export const createPurge = (strapi: Core.Strapi) => {
  const queue = () => getRemovalQueueService(strapi);

  const purgeSome = (which: Which): Promise<number> =>
    transaction(strapi, async (knex) => {
      const some = trashedFiles(strapi, knex).orderBy('id').limit(PURGED_AT_ONCE);
      void ('pastAt' in which
        ? some.where('purge_at', '<=', which.pastAt)
        : some.where('publication_id', which.publicationId));
      const files = (await some.forUpdate()).map(toTrashedFile);
      for (const file of files) {
        await trashedFiles(strapi, knex).where({ id: file.id }).delete();
        const { provider, removal, isQuarantined } = file;
        const objects = publicObjects(file);
        const former = { id: removal ?? 0, provider, objects };
        if ((await queue().takeOver(former, 0, !isQuarantined)) === 'gone') {
          await queue().add({ provider, objects });
        }
        // A worker may be copying what is not quarantined yet.
        const seconds = isQuarantined ? 0 : GRACE_SECONDS;
        await queue().add({ provider, objects: quarantinedObjects(file), seconds });
      }
      return files.length;
    });

  return async (which: Which): Promise<void> => {
    while ((await purgeSome(which)) > 0);
  };
};
