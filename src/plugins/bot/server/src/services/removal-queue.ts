import type { Core } from '@strapi/strapi';

import { FILE_UID, REMOVAL_UID } from '../constants';
import { query, tableOf } from '../database/connection';
import type { StoredObject } from '../media/stored-object';

/** Bytes that storage must forget: one row for a file and its formats. */
export interface Removal {
  id: number;
  /** The upload provider that holds the bytes. */
  provider: string;
  objects: StoredObject[];
  /** Not to be touched before; moved ahead while a worker is at it. */
  dueAt: string;
  /** How often a worker has taken it. */
  attempts: number;
  lastError: string | null;
  /** Since when no worker tries any more; see `giveUp`. */
  stuckSince: string | null;
}

/** What the table holds. */
export interface RemovalOverview {
  /** Rows that a worker will take, now or later. */
  waiting: Removal[];
  /** Rows that were given up. */
  stuck: Removal[];
}

export type NewRemoval = Pick<Removal, 'provider' | 'objects'> & { dueAt?: Date };

/**
 * The durable table between "no row owns these bytes" and "the bytes are gone".
 * Rows are written in the transaction that takes the ownership away, and they leave the table
 * only after storage has confirmed, so a crash at any point loses none.
 */
export const createRemovalQueueService = ({ strapi }: { strapi: Core.Strapi }) => {
  const removals = () => strapi.db.query(REMOVAL_UID);

  return {
    /** Writes rows in the open transaction, due at once unless `dueAt` says later. */
    async add(entries: NewRemoval[]): Promise<void> {
      if (entries.length === 0) {
        return;
      }
      const now = new Date();
      await removals().createMany({
        data: entries.map((entry) => ({ dueAt: now, attempts: 0, ...entry })),
      });
    },

    /**
     * Writes a row for bytes that are about to be stored and belong to nobody yet.
     * @returns what `withdraw` and `makeDue` take
     */
    async announce(entry: NewRemoval): Promise<{ id: number }> {
      return removals().create({ data: { attempts: 0, ...entry }, select: ['id'] });
    },

    /**
     * Takes an announced row back, in the transaction that gives the bytes their owner.
     * @throws if a worker has taken it meanwhile, so that the bytes may be gone
     */
    async withdraw({ id }: { id: number }): Promise<void> {
      const withdrawn = await query(strapi, (knex) =>
        knex(tableOf(strapi, REMOVAL_UID)).where({ id, attempts: 0 }).delete()
      );
      if (withdrawn !== 1) {
        throw new Error('The upload took so long that its bytes were taken for left-overs');
      }
    },

    /** Lets an announced row be worked on now, because the upload failed. */
    async makeDue({ id }: { id: number }): Promise<void> {
      await removals().updateMany({ where: { id }, data: { dueAt: new Date() } });
    },

    /** The oldest rows that are due. */
    async findDue(limit: number): Promise<Removal[]> {
      return removals().findMany({
        where: { dueAt: { $lte: new Date() }, stuckSince: null },
        orderBy: { dueAt: 'asc' },
        limit,
      });
    },

    /**
     * Takes a row for this worker until `until`.
     * @returns false if another worker was faster
     */
    async claim(removal: Removal, until: Date): Promise<boolean> {
      const taken = await query(strapi, (knex) =>
        knex(tableOf(strapi, REMOVAL_UID))
          .where({ id: removal.id, due_at: new Date(removal.dueAt) })
          .update({ due_at: until, attempts: removal.attempts + 1 })
      );
      return taken === 1;
    },

    /** Storage has forgotten the bytes. */
    async settle(removal: Removal): Promise<void> {
      await removals().delete({ where: { id: removal.id } });
    },

    /** Storage has refused; the row stays and is tried again at `dueAt`. */
    async postpone(removal: Removal, dueAt: Date, lastError: string): Promise<void> {
      await removals().update({ where: { id: removal.id }, data: { dueAt, lastError } });
    },

    /** Storage has refused too often; the row stays until a person lets it be tried again. */
    async giveUp(removal: Removal, lastError: string): Promise<void> {
      await removals().update({
        where: { id: removal.id },
        data: { lastError, stuckSince: new Date() },
      });
    },

    /** Lets rows that were given up be tried again, now. */
    async revive(): Promise<void> {
      await removals().updateMany({
        where: { stuckSince: { $notNull: true } },
        data: { stuckSince: null, attempts: 1, dueAt: new Date() },
      });
    },

    /** The oldest rows of each kind, `limit` at most. */
    async overview(limit: number): Promise<RemovalOverview> {
      const [waiting, stuck] = await Promise.all(
        [{ $null: true }, { $notNull: true }].map((stuckSince) =>
          removals().findMany({ where: { stuckSince }, orderBy: { dueAt: 'asc' }, limit })
        )
      );
      return { waiting: waiting ?? [], stuck: stuck ?? [] };
    },

    /** Whether a file row owns any of these bytes after all. */
    async isOwned({ objects }: Removal): Promise<boolean> {
      const hashes = objects.map(({ hash }) => hash);
      const owner: unknown = await query(strapi, (knex) =>
        knex(tableOf(strapi, FILE_UID)).whereIn('hash', hashes).first('id')
      );
      return owner !== undefined;
    },
  };
};

export type RemovalQueueService = ReturnType<typeof createRemovalQueueService>;
