import type { Core } from '@strapi/strapi';

import { FILE_UID, REMOVAL_UID } from '../../core/constants';
import { serviceOf } from '../../core/service';
import { inChunks } from '../../core/database/chunks';
import { databaseClock } from '../../core/database/clock';
import { query, tableOf, transaction, type Knex } from '../../core/database/connection';
import { columnsOf, toEntity } from '../../core/database/rows/entity';
import { createRowInsert } from '../../core/database/statement';
import { protocolError } from '../../core/protocol/errors';
import type { StoredObject } from '../../core/strapi/uploads/stored-object';

/** Bytes that storage must forget, of one file or of all files of one deletion. */
export interface Removal {
  id: number;
  /** The upload provider that holds the bytes. */
  provider: string;
  objects: StoredObject[];
  /** Not to be touched before; moved ahead while a worker is at it. */
  dueAt: Date;
  /** How often a worker has taken it. */
  attempts: number;
  lastError: string | null;
  /** Since when no worker tries any more. */
  failedAt: Date | null;
}

export interface RemovalOverview {
  /** Rows that a worker will take, now or later. */
  waiting: Removal[];
  stuck: Removal[];
}

/** A removal that was written before the bytes were stored. */
export type UploadIntent = Pick<Removal, 'id' | 'provider' | 'objects'>;

export interface NewRemoval extends Omit<UploadIntent, 'id'> {
  /** Until a worker may take it; due at once if not given. */
  seconds?: number;
}

/**
 * The durable table between "no row owns these bytes" and "the bytes are gone".
 * Rows are written in the transaction that takes the ownership away, and they leave the table
 * only after storage has confirmed, so a crash at any point loses none.
 */
export const createRemovalQueueService = ({ strapi }: { strapi: Core.Strapi }) => {
  const insertRow = createRowInsert(strapi, REMOVAL_UID);
  const columns = columnsOf(strapi, REMOVAL_UID);
  const removals = (knex: Knex) => knex(tableOf(strapi, REMOVAL_UID));
  const toRemoval = (row: object): Removal => toEntity(columns, row) as unknown as Removal;
  const clock = databaseClock(strapi);

  /** Rows as they were taken: whoever else takes one makes another try of it. */
  const still = (knex: Knex, claimed: Removal[]) =>
    removals(knex).whereIn(
      ['id', 'attempts'],
      claimed.map(({ id, attempts }) => [id, attempts])
    );

  /** Changes such rows. @returns how many of them are still there */
  const change = (claimed: Removal[], values: (knex: Knex) => object): Promise<number> =>
    query(strapi, (knex) => still(knex, claimed).update(values(knex)));

  const oldest = async (isStuck: boolean, limit: number): Promise<Removal[]> => {
    const rows: object[] = await query(strapi, (knex) =>
      removals(knex)
        [isStuck ? 'whereNotNull' : 'whereNull']('failed_at')
        .orderBy('due_at')
        .limit(limit)
    );
    return rows.map(toRemoval);
  };

  const add = async ({ provider, objects, seconds = 0 }: NewRemoval): Promise<UploadIntent> => {
    const due_at = clock.now(strapi.db.connection, seconds);
    const row = { provider, objects: JSON.stringify(objects), due_at, attempts: 0 };
    return { id: await insertRow(row), provider, objects };
  };

  return {
    /**
     * Writes a row; in the open transaction if there is one.
     * @returns what `cancel` and `makeDue` take
     */
    add,

    /**
     * Takes back a row that was written before the bytes were stored, in the transaction that
     * gives them their owner.
     * @throws `storage-timeout` if a worker has taken it meanwhile, so that the bytes may be gone
     */
    async cancel({ id }: UploadIntent): Promise<void> {
      const withdrawn = await query(strapi, (knex) =>
        removals(knex).where({ id, attempts: 0 }).delete()
      );
      if (withdrawn !== 1) {
        throw protocolError('storage-timeout', {
          message: 'The upload took so long that its bytes were taken for left-overs',
        });
      }
    },

    /**
     * Lets such a row be worked on now, because the upload failed. If a worker is through with it
     * already, it may have been so before the last byte was stored: there has to be another one.
     * Should a commit have taken it back whose answer was lost, the bytes have an owner after all,
     * and the worker leaves them alone; this waits for such a commit.
     */
    async makeDue({ id, provider, objects }: UploadIntent): Promise<void> {
      const waiting = await query(strapi, (knex) =>
        removals(knex)
          .where({ id })
          .update({ due_at: clock.now(knex, 0) })
      );
      if (waiting === 0) {
        await add({ provider, objects });
      }
    },

    /**
     * Makes an intent of a removal: its bytes are to have an owner within so many seconds.
     * @param evenIfClaimed also while a worker is at it, which then finds that it is not its own any more
     */
    async takeOver(
      { id, objects }: UploadIntent,
      seconds: number,
      evenIfClaimed: boolean
    ): Promise<'taken' | 'busy' | 'gone'> {
      return query(strapi, async (knex) => {
        const row = removals(knex).where({ id });
        if (!evenIfClaimed) {
          void row.where((free) => free.where({ attempts: 0 }).orWhereNotNull('failed_at'));
        }
        const taken = await row.update({
          objects: JSON.stringify(objects),
          due_at: clock.now(knex, seconds),
          attempts: 0,
          failed_at: null,
        });
        if (taken === 1) {
          return 'taken';
        }
        return (await removals(knex).where({ id }).first('id')) === undefined ? 'gone' : 'busy';
      });
    },

    /** Says which objects of a removal are to go. @returns false if it is not this worker's any more */
    narrow: async (claimed: Removal, objects: StoredObject[]): Promise<boolean> =>
      (await change([claimed], () => ({ objects: JSON.stringify(objects) }))) === 1,

    /** Takes the oldest rows that are due, for so many seconds; no other worker gets them. */
    async claimDue(limit: number, seconds: number): Promise<Removal[]> {
      return transaction(strapi, async (knex) => {
        const due = removals(knex)
          .whereNull('failed_at')
          .where('due_at', '<=', clock.now(knex, 0))
          .orderBy('due_at')
          .limit(limit);
        const rows: object[] = await (strapi.db.dialect.client === 'sqlite'
          ? due
          : due.forUpdate().skipLocked());
        const claimed = rows.map(toRemoval);
        if (claimed.length > 0) {
          const ids = claimed.map(({ id }) => id);
          await removals(knex)
            .whereIn('id', ids)
            .update({ due_at: clock.now(knex, seconds), attempts: knex.raw('attempts + 1') });
        }
        return claimed.map((row) => ({ ...row, attempts: row.attempts + 1 }));
      });
    },

    async renew(claimed: Removal[], seconds: number): Promise<void> {
      await change(claimed, (knex) => ({ due_at: clock.now(knex, seconds) }));
    },

    /**
     * Makes rows due that a worker has taken which died over them, and had them for so many seconds. To be
     * called at start, and only of use on SQLite, which one process has at a time; elsewhere the
     * worker may be another instance's, and its time has to run out.
     */
    async freeLeases(seconds: number): Promise<void> {
      if (strapi.db.dialect.client === 'sqlite') {
        await query(strapi, (knex) =>
          removals(knex)
            .where('attempts', '>', 0)
            .whereNull('failed_at')
            .where('due_at', '<=', clock.now(knex, seconds))
            .update({ due_at: clock.now(knex, 0) })
        );
      }
    },

    /** Storage has forgotten the bytes. A row that another worker has taken since is for that one to complete. */
    async complete(finished: Removal[]): Promise<void> {
      if (finished.length > 0) {
        await query(strapi, (knex) => still(knex, finished).delete());
      }
    },

    /** Lets rows be taken again at once that no worker has begun with. */
    async giveBack(untouched: Removal[]): Promise<void> {
      if (untouched.length > 0) {
        await change(untouched, (knex) => ({
          due_at: clock.now(knex, 0),
          attempts: knex.raw('attempts - 1'),
        }));
      }
    },

    /**
     * Keeps what is left of a removal.
     * @param seconds until it is tried again; if not given, until a person lets it be tried again
     */
    async postpone(removal: Removal, seconds?: number): Promise<void> {
      await change([removal], (knex) => ({
        objects: JSON.stringify(removal.objects),
        last_error: removal.lastError,
        ...(seconds === undefined
          ? { failed_at: clock.now(knex, 0) }
          : { due_at: clock.now(knex, seconds) }),
      }));
    },

    async retry(): Promise<void> {
      await query(strapi, (knex) =>
        removals(knex)
          .whereNotNull('failed_at')
          .update({ failed_at: null, attempts: 1, due_at: clock.now(knex, 0) })
      );
    },

    async overview(limit: number): Promise<RemovalOverview> {
      return {
        waiting: await oldest(false, limit),
        stuck: await oldest(true, limit),
      };
    },

    /** Those of the removals of whose bytes a file row is the owner after all. */
    async findOwned(candidates: Removal[]): Promise<Removal[]> {
      const hashes = candidates.flatMap(({ objects }) => objects.map(({ hash }) => hash));
      const owned = new Set<string>();
      for (const chunk of inChunks(hashes)) {
        const owners: { hash: string }[] = await query(strapi, (knex) =>
          knex(tableOf(strapi, FILE_UID)).select('hash').whereIn('hash', chunk)
        );
        owners.forEach(({ hash }) => owned.add(hash));
      }
      return candidates.filter(({ objects }) => objects.some(({ hash }) => owned.has(hash)));
    },
  };
};

export const getRemovalQueueService = serviceOf<typeof createRemovalQueueService>('removalQueue');
