import type { Core } from '@strapi/strapi';

import { transaction } from '../../../core/database/connection';
import { getRemovalQueueService, getRemovalWorkerService } from '../../removals';
import { storedObjectsOf, type StoredFile } from '../../../core/strapi/uploads/stored-object';

import { readdressTexts } from './readdress-texts';

/**
 * Lets the texts that show a file show what replaced it, and removes the old objects if it got
 * another name with its new bytes. Until both are done, pages show the old file.
 */
export const followReplacedFile = async (
  strapi: Core.Strapi,
  old: StoredFile,
  replaced: StoredFile
): Promise<void> => {
  await transaction(strapi, async () => {
    await readdressTexts(strapi, old, replaced);
    if (old.hash !== replaced.hash) {
      const objects = storedObjectsOf(old);
      await getRemovalQueueService(strapi).add({ provider: old.provider, objects });
    }
  });
  getRemovalWorkerService(strapi).wake();
};
