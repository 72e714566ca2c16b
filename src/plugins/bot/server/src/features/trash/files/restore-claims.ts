import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { PLUGIN_ID, REMOVAL_UID } from '../../../core/constants';
import { inChunks } from '../../../core/database/chunks';
import { databaseClock } from '../../../core/database/clock';
import { query, tableOf, transaction, type Knex } from '../../../core/database/connection';
import { createRunningClaims } from '../../../core/database/lease-heartbeat';
import { protocolError } from '../../../core/protocol/errors';
import { getRemovalQueueService } from '../../removals/queue';
import { getRemovalWorkerService } from '../../removals/worker';

import {
  GRACE_SECONDS,
  createTrashedFileRows,
  placesBefore,
  toTrashedFile,
  type ReadyFile,
  type TrashedFileRow,
} from './trashed-file';

/** Seconds for which a restore has a file for itself, unless it renews that; one that died leaves it for so long. */
const LEASE_SECONDS = 10;
/** How long a restore waits for a worker, or another restore, that has the file. */
const PATIENCE_MILLISECONDS = 8_000;
const POLL_MILLISECONDS = 200;

/** Takes files for one restore, and lets them go. */
export const createRestoreClaimsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const rows = createTrashedFileRows(strapi);
  const clock = databaseClock(strapi);
  const queue = () => getRemovalQueueService(strapi);
  const removals = (knex: Knex) => knex(tableOf(strapi, REMOVAL_UID));

  const after = (knex: Knex, seconds: number): Date => clock.now(knex, seconds) as unknown as Date;
  const leaseEnd = (knex: Knex): Date => after(knex, LEASE_SECONDS);

  const renew = async (files: ReadyFile[]): Promise<void> => {
    for (const batch of inChunks(files.map(({ trashed: { id } }) => id))) {
      await query(strapi, (knex) =>
        rows
          .all(knex)
          .whereIn('id', [...batch])
          .whereNotNull('restoring_until')
          .update({ restoring_until: leaseEnd(knex) })
      );
    }
  };

  const running = createRunningClaims<ReadyFile>({
    renew,
    seconds: LEASE_SECONDS,
    onError: (error) => strapi.log.warn(error),
  });

  const newest = (documentId: string): Promise<TrashedFileRow | undefined> =>
    query(strapi, (knex) =>
      rows.all(knex).where({ document_id: documentId }).orderBy('id', 'desc').first()
    );

  const reuse = async (knex: Knex, id: number): Promise<number> =>
    removals(knex)
      .where({ id, attempts: 0 })
      .update({ due_at: after(knex, GRACE_SECONDS) });

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
        .update({ restoring_until: leaseEnd(knex) });
      if (claimed !== 1) {
        return undefined;
      }
      const file = toTrashedFile(row);
      if (!file.isAside) {
        return { trashed: file };
      }
      const objects = placesBefore(file);
      const { provider, removal } = file;
      const taken = removal === null ? 0 : await reuse(knex, removal);
      if (taken === 0 && removal !== null && (await isThere(knex, removal))) {
        // The removal worker is at these very names.
        await rows.all(knex).where({ id: file.id }).update({ restoring_until: null });
        return undefined;
      }
      const intent =
        taken === 1 && removal !== null
          ? { id: removal, provider, objects }
          : await queue().add({ provider, objects, seconds: GRACE_SECONDS });
      await rows.all(knex).where({ id: file.id }).update({ removal: intent.id });
      return { trashed: file, intent };
    });

  return {
    /** Starts to renew what restores have for themselves. */
    start: () => running.start(),

    /** It is not renewed any more. */
    stop: () => running.stop(),

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
          if (claimed !== null) {
            running.add(claimed);
          }
          return claimed;
        }
        if (Date.now() > until) {
          throw protocolError('storage-unavailable', {
            message: 'The bytes of a file of this publication are being moved',
          });
        }
        // What a worker that died was at is due after a while, and waits for the next one to look.
        getRemovalWorkerService(strapi).wake();
        await pause(POLL_MILLISECONDS);
      }
    },

    /** The time of a file is not renewed any more: a transaction holds its row from here on, and a beat would wait. */
    keepNoLonger: (file: ReadyFile) => running.remove(file),

    /** Lets go of files whose restore has failed, or was not needed. */
    async release(files: ReadyFile[]): Promise<void> {
      // Should the database not answer, they are free when their time is over.
      files.forEach((file) => running.remove(file));
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
     * SQLite, which one process has at a time; elsewhere its time has to run out.
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

export type RestoreClaimsService = ReturnType<typeof createRestoreClaimsService>;

/** Gives this service of a site. */
export const getRestoreClaimsService = (strapi: Core.Strapi): RestoreClaimsService =>
  strapi.plugin(PLUGIN_ID).service('restoreClaims');
