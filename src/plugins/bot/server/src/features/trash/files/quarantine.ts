import type { Core } from '@strapi/strapi';

import { databaseClock } from '../../../core/database/clock';
import { query, transaction } from '../../../core/database/connection';
import { getRemovalQueueService } from '../../removals/queue';

import type { KeptObject } from './kept-object';
import {
  createTrashedFileRows,
  placesAside,
  toTrashedFile,
  type TrashedFile,
} from './trashed-file';

/** What the worker reads and writes that moves the bytes of files to names that nobody knows. */
export const createMoveAside = (strapi: Core.Strapi) => {
  const rows = createTrashedFileRows(strapi);
  const queue = () => getRemovalQueueService(strapi);
  const clock = databaseClock(strapi);

  return {
    /** Files whose bytes still are where readers find them, as far as they are due. */
    async findDue(limit: number): Promise<TrashedFile[]> {
      const found = await query(strapi, (knex) =>
        rows
          .free(knex)
          .where('is_aside', false)
          .where('due_at', '<=', clock.now(knex, 0))
          .orderBy('due_at')
          .limit(limit)
      );
      return found.map(toTrashedFile);
    },

    /**
     * Says that the bytes of a file are kept aside: those that readers find may go, unless they were not found.
     * @param kept with the SHA-256 of each that is aside
     */
    async noteAside(file: TrashedFile, kept: KeptObject[]): Promise<void> {
      await transaction(strapi, async (knex) => {
        const { provider } = file;
        const objects = kept.filter(({ sha256 }) => sha256 !== undefined).map(({ at }) => at);
        const { id } = await queue().add({ provider, objects });
        const noted = await rows
          .free(knex)
          .where({ id: file.id, is_aside: false })
          .update({ kept: JSON.stringify(kept), is_aside: true, removal: id, attempts: 0 });
        if (noted === 1) {
          return;
        }
        // Somebody was faster, or it is being restored.
        await queue().cancel({ id, provider, objects: [] });
        const row = await rows.all(knex).where({ id: file.id }).first('id');
        if (row === undefined) {
          await queue().add({ provider, objects: placesAside({ kept }) });
        }
      });
    },

    /** Tries again in so many seconds. */
    async postpone({ id, attempts }: TrashedFile, error: unknown, seconds: number): Promise<void> {
      const lastError = error instanceof Error ? error.message : String(error);
      await query(strapi, (knex) =>
        rows
          .all(knex)
          .where({ id })
          .update({
            attempts: attempts + 1,
            due_at: clock.now(knex, seconds) as unknown as Date,
            last_error: lastError,
          })
      );
    },
  };
};
