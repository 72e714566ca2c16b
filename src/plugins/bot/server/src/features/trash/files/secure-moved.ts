import type { Core } from '@strapi/strapi';

import { query } from '../../../core/database/connection';
import { getStorageAccess } from '../../../core/storage';
import type { Removal } from '../../removals/queue';

import { secure, type KeptObject } from './kept-object';
import { createTrashedFileRows, toTrashedFile } from './trashed-file';

/** Looks after the trash before bytes go from the addresses of before. */
export const createSecureMoved = (strapi: Core.Strapi) => {
  const rows = createTrashedFileRows(strapi);

  /**
   * Finds out which of the removals are about bytes that files in the trash had before. Their rows may be of a
   * restored database, and the bytes where they were when the files were copied.
   * @returns what makes sure, of one of them, that its bytes are kept aside; throws what the storage says
   */
  return async (removals: Removal[]): Promise<(removal: Removal) => Promise<void>> => {
    const storage = getStorageAccess(strapi);
    const moved = new Map<number | null, KeptObject[]>();
    if (storage !== undefined) {
      const ids = removals.map(({ id }) => id);
      const found = await query(strapi, (knex) => rows.all(knex).whereIn('removal', ids));
      found.map(toTrashedFile).forEach(({ removal, kept }) => moved.set(removal, kept));
    }
    return async ({ id }) => {
      for (const one of moved.get(id) ?? []) {
        await (storage && secure(storage, one));
      }
    };
  };
};
