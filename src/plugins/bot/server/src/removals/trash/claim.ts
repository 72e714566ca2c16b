import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { REMOVAL_UID } from '../../constants';
import { query, tableOf, transaction, type Knex } from '../../database/connection';
import { protocolError } from '../../protocol/errors';
import { getRemovalQueueService } from '../queue';

import {
  afterGrace,
  createTrashedFileRows,
  fromNow,
  placesBefore,
  toTrashedFile,
  type ReadyFile,
  type TrashedFileRow,
} from './trashed-file';

/** How long a restore has a file for itself; one that died leaves it for so long. */
const LEASE_MILLISECONDS = 5 * 60_000;
/** How long a restore waits for a worker, or another restore, that has the file. */
const PATIENCE_MILLISECONDS = 8_000;
const POLL_MILLISECONDS = 200;

/** Takes files for one restore, and lets them go. */
export const createClaims = (strapi: Core.Strapi) => {
  const rows = createTrashedFileRows(strapi);
  const queue = () => getRemovalQueueService(strapi);
  const removals = (knex: Knex) => knex(tableOf(strapi, REMOVAL_UID));

  const newest = (documentId: string): Promise<TrashedFileRow | undefined> =>
    query(strapi, (knex) =>
      rows.all(knex).where({ document_id: documentId }).orderBy('id', 'desc').first()
    );

  const reuse = async (knex: Knex, id: number, dueAt: Date): Promise<number> =>
    removals(knex).where({ id, attempts: 0 }).update({ due_at: dueAt });

  const isThere = async (knex: Knex, id: number): Promise<boolean> =>
    (await removals(knex).where({ id }).first('id')) !== undefined;

  /**
   * Takes a file for one restore, and says of its bytes at the addresses of before that they belong
   * to nobody, which stands until a row owns them again.
   * @returns undefined while somebody else is at it; null if it is not there any more
   */
  const tryToClaim = (documentId: string): Promise<ReadyFile | null | undefined> =>
    transaction(strapi, async (knex) => {
      const row = await newest(documentId);
      if (row === undefined) {
        return null;
      }
      const claimed = await rows
        .free(knex)
        .where({ id: row.id, is_aside: row.is_aside })
        .update({ restoring_until: fromNow(LEASE_MILLISECONDS) });
      if (claimed !== 1) {
        return undefined;
      }
      const file = toTrashedFile(row);
      if (!file.isAside) {
        return { trashed: file };
      }
      const objects = placesBefore(file);
      const { provider, removal } = file;
      const dueAt = afterGrace();
      const taken = removal === null ? 0 : await reuse(knex, removal, dueAt);
      if (taken === 0 && removal !== null && (await isThere(knex, removal))) {
        // The removal worker is at these very names.
        await rows.all(knex).where({ id: file.id }).update({ restoring_until: null });
        return undefined;
      }
      const intent =
        taken === 1 && removal !== null
          ? { id: removal, provider, objects }
          : await queue().add({ provider, objects, dueAt });
      await rows.all(knex).where({ id: file.id }).update({ removal: intent.id });
      return { trashed: file, intent };
    });

  return {
    /**
     * Takes a file for one restore, and waits for it if need be.
     * @returns null if it is not there
     * @throws `storage-unavailable` if somebody else has it for too long
     */
    async claim(documentId: string): Promise<ReadyFile | null> {
      const until = Date.now() + PATIENCE_MILLISECONDS;
      for (;;) {
        const claimed = await tryToClaim(documentId);
        if (claimed !== undefined) {
          return claimed;
        }
        if (Date.now() > until) {
          throw protocolError('storage-unavailable', {
            message: 'The bytes of a file of this publication are being moved',
          });
        }
        await pause(POLL_MILLISECONDS);
      }
    },

    /** Lets go of files whose restore has failed, or was not needed. */
    async release(files: ReadyFile[]): Promise<void> {
      for (const { trashed: file, intent } of files) {
        const count = await query(strapi, (knex) =>
          rows.all(knex).where({ id: file.id }).update({ restoring_until: null })
        );
        // Of one that has been restored after all a row owns the bytes, and the worker leaves them.
        if (count === 1 && intent !== undefined) {
          await queue().makeDue(intent);
        }
      }
    },

    /**
     * Frees files that a restore had for itself when it died. To be called at start, and only of use on
     * SQLite, which one process has at a time; elsewhere its lease has to run out.
     */
    async freeLeases(): Promise<void> {
      if (strapi.db.dialect.client === 'sqlite') {
        await query(strapi, (knex) =>
          rows.all(knex).whereNotNull('restoring_until').update({ restoring_until: null })
        );
      }
    },
  };
};

export type Claims = ReturnType<typeof createClaims>;
