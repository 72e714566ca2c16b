import type { Core } from '@strapi/strapi';

import { FILE_UID, REMOVAL_UID } from '../constants';
import {
  insertRow,
  query,
  tableOf,
  toDate,
  transaction,
  type DatabaseDate,
  type Knex,
} from '../database/connection';
import type { StoredObject } from '../media/stored-object';

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
  /** Since when no worker tries any more; see `giveUp`. */
  stuckSince: Date | null;
}

/** What the table holds. */
export interface RemovalOverview {
  /** Rows that a worker will take, now or later. */
  waiting: Removal[];
  /** Rows that were given up. */
  stuck: Removal[];
}

export interface NewRemoval {
  provider: string;
  objects: StoredObject[];
  /** Due at once if not given. */
  dueAt?: Date;
}

interface RemovalRow {
  id: number;
  provider: string;
  objects: StoredObject[] | string;
  due_at: DatabaseDate;
  attempts: number;
  last_error: string | null;
  stuck_since: DatabaseDate | null;
}

const toRemoval = (row: RemovalRow): Removal => ({
  id: row.id,
  provider: row.provider,
  objects:
    typeof row.objects === 'string' ? (JSON.parse(row.objects) as StoredObject[]) : row.objects,
  dueAt: toDate(row.due_at),
  attempts: row.attempts,
  lastError: row.last_error,
  stuckSince: row.stuck_since === null ? null : toDate(row.stuck_since),
});

/**
 * The durable table between "no row owns these bytes" and "the bytes are gone".
 * Rows are written in the transaction that takes the ownership away, and they leave the table
 * only after storage has confirmed, so a crash at any point loses none.
 */
export const createRemovalQueueService = ({ strapi }: { strapi: Core.Strapi }) => {
  const removals = (knex: Knex) => knex<RemovalRow>(tableOf(strapi, REMOVAL_UID));

  const oldest = async (
    condition: 'whereNull' | 'whereNotNull',
    limit: number
  ): Promise<Removal[]> => {
    const rows = await query(strapi, (knex) =>
      removals(knex)[condition]('stuck_since').orderBy('due_at').limit(limit)
    );
    return rows.map(toRemoval);
  };

  return {
    /**
     * Writes a row; in the open transaction if there is one.
     * @returns what `withdraw` and `makeDue` take
     */
    async add({ provider, objects, dueAt = new Date() }: NewRemoval): Promise<{ id: number }> {
      const row = { provider, objects: JSON.stringify(objects), due_at: dueAt, attempts: 0 };
      return { id: await insertRow(strapi, REMOVAL_UID, row) };
    },

    /**
     * Takes back a row that was written before the bytes were stored, in the transaction that
     * gives them their owner.
     * @throws if a worker has taken it meanwhile, so that the bytes may be gone
     */
    async withdraw({ id }: { id: number }): Promise<void> {
      const withdrawn = await query(strapi, (knex) =>
        removals(knex).where({ id, attempts: 0 }).delete()
      );
      if (withdrawn !== 1) {
        throw new Error('The upload took so long that its bytes were taken for left-overs');
      }
    },

    /** Lets such a row be worked on now, because the upload failed. */
    async makeDue({ id }: { id: number }): Promise<void> {
      await query(strapi, (knex) => removals(knex).where({ id }).update({ due_at: new Date() }));
    },

    /** Takes the oldest rows that are due for this worker until `until`; no other one gets them. */
    async claimDue(limit: number, until: Date): Promise<Removal[]> {
      return transaction(strapi, async (knex) => {
        const due = removals(knex)
          .whereNull('stuck_since')
          .where('due_at', '<=', new Date())
          .orderBy('due_at')
          .limit(limit);
        const rows = await (strapi.db.dialect.client === 'sqlite'
          ? due
          : due.forUpdate().skipLocked());
        if (rows.length > 0) {
          const ids = rows.map(({ id }) => id);
          await removals(knex)
            .whereIn('id', ids)
            .update({ due_at: until, attempts: knex.raw('attempts + 1') });
        }
        return rows
          .map(toRemoval)
          .map((removal) => ({ ...removal, dueAt: until, attempts: removal.attempts + 1 }));
      });
    },

    /**
     * Makes rows due that a worker has taken until `until` at the latest: it died over them. To be
     * called at start, and only of use on SQLite, which one process has at a time; elsewhere the
     * worker may be another instance's, and its lease has to run out.
     */
    async freeLeases(until: Date): Promise<void> {
      if (strapi.db.dialect.client === 'sqlite') {
        await query(strapi, (knex) =>
          removals(knex)
            .where('attempts', '>', 0)
            .whereNull('stuck_since')
            .where('due_at', '<=', until)
            .update({ due_at: new Date() })
        );
      }
    },

    /** Storage has forgotten the bytes. */
    async settle(settled: Removal[]): Promise<void> {
      if (settled.length > 0) {
        const ids = settled.map(({ id }) => id);
        await query(strapi, (knex) => removals(knex).whereIn('id', ids).delete());
      }
    },

    /** Storage has refused; the row stays and is tried again at `dueAt`. */
    async postpone({ id }: Removal, dueAt: Date, lastError: string): Promise<void> {
      await query(strapi, (knex) =>
        removals(knex).where({ id }).update({ due_at: dueAt, last_error: lastError })
      );
    },

    /** Storage has refused too often; the row stays until a person lets it be tried again. */
    async giveUp({ id }: Removal, lastError: string): Promise<void> {
      await query(strapi, (knex) =>
        removals(knex).where({ id }).update({ last_error: lastError, stuck_since: new Date() })
      );
    },

    /** Lets rows that were given up be tried again, now. */
    async revive(): Promise<void> {
      await query(strapi, (knex) =>
        removals(knex)
          .whereNotNull('stuck_since')
          .update({ stuck_since: null, attempts: 1, due_at: new Date() })
      );
    },

    /** The oldest rows of each kind, `limit` at most. */
    async overview(limit: number): Promise<RemovalOverview> {
      return {
        waiting: await oldest('whereNull', limit),
        stuck: await oldest('whereNotNull', limit),
      };
    },

    /** Those of the removals of whose bytes a file row is the owner after all. */
    async findOwned(candidates: Removal[]): Promise<Removal[]> {
      const hashes = candidates.flatMap(({ objects }) => objects.map(({ hash }) => hash));
      const owners: { hash: string }[] = await query(strapi, (knex) =>
        knex(tableOf(strapi, FILE_UID)).select('hash').whereIn('hash', hashes)
      );
      const owned = new Set(owners.map(({ hash }) => hash));
      return candidates.filter(({ objects }) => objects.some(({ hash }) => owned.has(hash)));
    },
  };
};

export type RemovalQueueService = ReturnType<typeof createRemovalQueueService>;
