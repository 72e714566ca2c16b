import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { DAY_MILLISECONDS } from '../../core/constants';
import { query, transaction } from '../../core/database/connection';
import { holdLock } from '../../core/database/locks';
import { getRemovalWorkerService, getTrashedFileService } from '../removals';

import { createTrashedRows } from './trashed-rows';

const SWEPT_AT_ONCE = 100;
/** Days that a row without a date has at least: this instance may be the one without a trash. */
const DAYS_BEFORE = 30;

/** Deletes what is in the trash for good. */
export const createGoForGood = (strapi: Core.Strapi) => {
  const rows = createTrashedRows(strapi);
  const files = () => getTrashedFileService(strapi);

  return {
    /** Deletes one for good, with the files that went with it. @returns whether it was there */
    async forget(documentId: string): Promise<boolean> {
      const count = await transaction(strapi, async (knex) => {
        await holdLock(strapi, 'document', documentId);
        return rows.all(knex).where({ document_id: documentId }).delete();
      });
      while ((await files().drop({ subject: documentId })) > 0);
      getRemovalWorkerService(strapi).wake();
      return count > 0;
    },

    /** Gives a date to what was deleted before dates stood in the rows: its days begin now. */
    async fillIn(): Promise<void> {
      const days = Math.max(botConfig(strapi).trash.days, DAYS_BEFORE);
      const date = new Date(Date.now() + days * DAY_MILLISECONDS);
      await query(strapi, (knex) => rows.all(knex).whereNull('goes_at').update({ goes_at: date }));
      await files().fillIn(date);
    },

    /** Deletes for good what is past its days, some at a time. */
    async sweep(): Promise<void> {
      const now = new Date();
      for (;;) {
        const old: { id: number }[] = await query(strapi, (knex) =>
          rows.all(knex).select('id').where('goes_at', '<=', now).limit(SWEPT_AT_ONCE)
        );
        if (old.length === 0) {
          break;
        }
        const ids = old.map(({ id }) => id);
        await query(strapi, (knex) => rows.all(knex).whereIn('id', ids).delete());
      }
      while ((await files().drop({ pastAt: now })) > 0);
      getRemovalWorkerService(strapi).wake();
    },
  };
};
