import type { Core } from '@strapi/strapi';

import { transaction } from '../../../core/database/connection';
import { getRemovalQueueService } from '../../removals/queue';

import {
  GRACE_SECONDS,
  createTrashedFileRows,
  placesAside,
  placesBefore,
  toTrashedFile,
} from './trashed-file';

/** Files that are dropped in one transaction. */
const DROPPED_AT_ONCE = 50;

/** Which files are dropped. */
export interface Which {
  id?: number;
  /** The publication that they went with. */
  subject?: string;
  /** Those whose days are over at this time. */
  pastAt?: Date;
}

/** Drops files in the trash for good. */
export const createDrop = (strapi: Core.Strapi) => {
  const rows = createTrashedFileRows(strapi);
  const queue = () => getRemovalQueueService(strapi);

  /** Drops some files: their bytes go by way of the removal table. @returns how many */
  return async ({ pastAt, ...named }: Which): Promise<number> =>
    transaction(strapi, async (knex) => {
      const some = rows.free(knex).where(named).orderBy('id').limit(DROPPED_AT_ONCE);
      if (pastAt !== undefined) {
        void some.where('goes_at', '<=', pastAt);
      }
      let dropped = 0;
      for (const file of (await some).map(toTrashedFile)) {
        const count = await rows.free(knex).where({ id: file.id, is_aside: file.isAside }).delete();
        if (count === 1) {
          dropped += 1;
          const { provider } = file;
          await queue().add({ provider, objects: placesBefore(file) });
          const seconds = file.isAside ? 0 : GRACE_SECONDS;
          await queue().add({ provider, objects: placesAside(file), seconds });
        }
      }
      return dropped;
    });
};
