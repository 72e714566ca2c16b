import type { Core } from '@strapi/strapi';

import type { OwnType } from '../../core/additions/own-types';
import { FILE_UID, REMOVAL_UID } from '../../core/constants';
import { inChunks } from '../../core/database/chunks';
import { databaseClock } from '../../core/database/clock';
import { knexOf, tableOf, transaction } from '../../core/database/connection';
import { columnsOf, toEntity } from '../../core/database/rows/entity';
import { createRowInsert } from '../../core/database/statement';
import { protocolError } from '../../core/protocol/errors';
import { serviceOf } from '../../core/service';
import type { StoredObject } from '../../core/strapi/uploads/stored-object';

/** The table of removals; each row lists stored objects to delete. */
export const removal: OwnType = {
  description: 'Stored bytes that no file row owns and that storage must forget',
  attributes: {
    provider: { type: 'string', required: true },
    objects: { type: 'json', required: true },
    dueAt: { type: 'datetime', required: true },
    attempts: { type: 'integer', required: true, default: 0 },
    lastError: { type: 'text' },
    failedAt: { type: 'datetime' },
  },
  indexes: { bot_removals_due_at_index: ['due_at'] },
};

/** Stored objects to delete, of one file or of all files of a deletion. */
export interface Removal {
  id: number;
  /** The upload provider that stores the bytes. */
  provider: string;
  objects: StoredObject[];
  /** The earliest time of the next attempt. Workers postpone it while they process the removal. */
  dueAt: Date;
  /** Number of attempts by workers. */
  attempts: number;
  lastError: string | null;
  /** The time of the final failure; null while workers still retry. */
  failedAt: Date | null;
}

export interface RemovalOverview {
  /** Removals that a worker will attempt, now or later. */
  waiting: Removal[];
  stuck: Removal[];
}

/** A removal that is added before an upload is stored, in case the upload fails. */
export type UploadIntent = Pick<Removal, 'id' | 'provider' | 'objects'>;

export interface NewRemoval extends Omit<UploadIntent, 'id'> {
  /** Seconds until a worker may take the removal; 0 by default. */
  seconds?: number;
}

/**
 * The durable queue of bytes that no row owns. A removal is added in the transaction that ends the ownership, and
 * deleted only after storage has confirmed the removal of the bytes, so that no crash loses a removal.
 */
export const createRemovalQueueService = ({ strapi }: { strapi: Core.Strapi }) => {
  const insertRow = createRowInsert(strapi, REMOVAL_UID);
  const columns = columnsOf(strapi, REMOVAL_UID);
  const removals = () => knexOf(strapi)(tableOf(strapi, REMOVAL_UID));
  const toRemoval = (row: object): Removal => toEntity(columns, row) as unknown as Removal;
  const clock = databaseClock(strapi);

  /** Selects claimed rows that no other worker has claimed since. Each claim increases `attempts`. */
  const still = (claimed: Removal[]) =>
    removals().whereIn(
      ['id', 'attempts'],
      claimed.map(({ id, attempts }) => [id, attempts])
    );

  /** Updates claimed rows. @returns the number of rows that no other worker has claimed since */
  const change = (claimed: Removal[], values: object): Promise<number> =>
    still(claimed).update(values);

  const oldest = async (isStuck: boolean, limit: number): Promise<Removal[]> => {
    const rows: object[] = await removals()
      [isStuck ? 'whereNotNull' : 'whereNull']('failed_at')
      .orderBy('due_at')
      .limit(limit);
    return rows.map(toRemoval);
  };

  const add = async ({ provider, objects, seconds = 0 }: NewRemoval): Promise<UploadIntent> => {
    const due_at = clock.now(seconds);
    const row = { provider, objects: JSON.stringify(objects), due_at, attempts: 0 };
    return { id: await insertRow(row), provider, objects };
  };

  return {
    /**
     * Adds a removal, in the open transaction if there is one.
     * @returns the added removal, for `cancel` and `makeDue`
     */
    add,

    /**
     * Deletes the removal of a successful upload, in the transaction that writes the file row which owns the bytes.
     * @throws `storage-timeout` if a worker has taken the removal, so that the bytes may be deleted
     */
    async cancel({ id }: UploadIntent): Promise<void> {
      const withdrawn = await removals().where({ id, attempts: 0 }).delete();
      if (withdrawn !== 1) {
        throw protocolError('storage-timeout', {
          message: 'The upload took too long and was discarded. Send it again',
        });
      }
    },

    /**
     * Makes the removal of a failed upload due now, after waiting for a running commit. If the removal no longer
     * exists, adds a new one. The old removal may have been completed by a worker before the last byte was stored, or
     * cancelled by a commit whose answer was lost. In the second case, a file row owns the bytes, and the worker skips
     * the new removal.
     */
    async makeDue({ id, provider, objects }: UploadIntent): Promise<void> {
      const waiting = await removals()
        .where({ id })
        .update({ due_at: clock.now(0) });
      if (waiting === 0) {
        await add({ provider, objects });
      }
    },

    /**
     * Postpones a removal by the given seconds, so that a transaction can write the file row that owns the bytes, and
     * `cancel` the removal.
     * @param evenIfClaimed true to also take over a removal from a worker, which then loses its claim
     */
    async takeOver(
      { id, objects }: UploadIntent,
      seconds: number,
      evenIfClaimed: boolean
    ): Promise<'taken' | 'busy' | 'gone'> {
      const row = removals().where({ id });
      if (!evenIfClaimed) {
        void row.where((free) => free.where({ attempts: 0 }).orWhereNotNull('failed_at'));
      }
      const taken = await row.update({
        objects: JSON.stringify(objects),
        due_at: clock.now(seconds),
        attempts: 0,
        failed_at: null,
      });
      if (taken === 1) return 'taken';
      return (await removals().where({ id }).first('id')) === undefined ? 'gone' : 'busy';
    },

    /** Reduces a claimed removal to the given objects. @returns false if the claim was lost */
    narrow: async (claimed: Removal, objects: StoredObject[]): Promise<boolean> =>
      (await change([claimed], { objects: JSON.stringify(objects) })) === 1,

    /** Claims the oldest due removals for the given seconds, during which no other worker gets them. */
    async claimDue(limit: number, seconds: number): Promise<Removal[]> {
      return transaction(strapi, async (knex) => {
        const due = removals()
          .whereNull('failed_at')
          .where('due_at', '<=', clock.now(0))
          .orderBy('due_at')
          .limit(limit);
        const rows: object[] = await (strapi.db.dialect.client === 'sqlite'
          ? due
          : due.forUpdate().skipLocked());
        const claimed = rows.map(toRemoval);
        if (claimed.length > 0) {
          const ids = claimed.map(({ id }) => id);
          await removals()
            .whereIn('id', ids)
            .update({ due_at: clock.now(seconds), attempts: knex.raw('attempts + 1') });
        }
        return claimed.map((row) => ({ ...row, attempts: row.attempts + 1 }));
      });
    },

    /** Extends claims by the given seconds. */
    async renew(claimed: Removal[], seconds: number): Promise<void> {
      await change(claimed, { due_at: clock.now(seconds) });
    },

    /**
     * Releases the claims of a worker that died. Call it at start. `seconds` is the duration of a claim. Has an effect
     * only on SQLite, which one process uses at a time; on other databases, another instance may hold a claim until it
     * expires.
     */
    async freeLeases(seconds: number): Promise<void> {
      if (strapi.db.dialect.client === 'sqlite') {
        await removals()
          .where('attempts', '>', 0)
          .whereNull('failed_at')
          .where('due_at', '<=', clock.now(seconds))
          .update({ due_at: clock.now(0) });
      }
    },

    /**
     * Deletes the rows of removals after storage has removed the bytes. Skips rows that another worker has claimed
     * since.
     */
    async complete(finished: Removal[]): Promise<void> {
      if (finished.length > 0) {
        await still(finished).delete();
      }
    },

    /** Releases claimed removals that the worker did not process. */
    async giveBack(untouched: Removal[]): Promise<void> {
      if (untouched.length > 0) {
        await change(untouched, {
          due_at: clock.now(0),
          attempts: knexOf(strapi).raw('attempts - 1'),
        });
      }
    },

    /**
     * Stores the remaining objects of a removal, and the time of the next attempt.
     * @param seconds until the next attempt; if absent, the removal waits for a manual retry
     */
    async postpone(removal: Removal, seconds?: number): Promise<void> {
      await change([removal], {
        objects: JSON.stringify(removal.objects),
        last_error: removal.lastError,
        ...(seconds === undefined ? { failed_at: clock.now(0) } : { due_at: clock.now(seconds) }),
      });
    },

    /** Retries all removals that were given up: makes them due now. */
    async retry(): Promise<void> {
      await removals()
        .whereNotNull('failed_at')
        .update({ failed_at: null, attempts: 1, due_at: clock.now(0) });
    },

    async overview(limit: number): Promise<RemovalOverview> {
      return {
        waiting: await oldest(false, limit),
        stuck: await oldest(true, limit),
      };
    },

    /** Selects the removals with objects that a file record owns. These objects must stay in storage. */
    async findOwned(candidates: Removal[]): Promise<Removal[]> {
      const hashes = candidates.flatMap(({ objects }) => objects.map(({ hash }) => hash));
      const owned = new Set<string>();
      for (const chunk of inChunks(hashes)) {
        const owners: { hash: string }[] = await knexOf(strapi)(tableOf(strapi, FILE_UID))
          .select('hash')
          .whereIn('hash', chunk);
        owners.forEach(({ hash }) => owned.add(hash));
      }
      return candidates.filter(({ objects }) => objects.some(({ hash }) => owned.has(hash)));
    },
  };
};

export const getRemovalQueueService = serviceOf<typeof createRemovalQueueService>('removalQueue');
