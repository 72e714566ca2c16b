import type { Core } from '@strapi/strapi';

import { CHANGE_UID, DELIVERY_UID } from '../../constants';
import { inChunks } from '../../database/chunks';
import { databaseClock } from '../../database/clock';
import { query, tableOf, toDate, type DatabaseDate, type Knex } from '../../database/connection';
import type { ChangeRow } from '../rows';

/** A change that a receiver has not taken yet. */
export interface Delivery {
  id: number;
  number: number;
  subject: string;
  attempts: number;
}

/** A delivery that was given up, with its change. */
export interface DeadDelivery extends Delivery {
  lastError: string | null;
  deadSince: Date;
  change: ChangeRow;
}

/** What becomes of a delivery that has failed. */
export interface Postponed {
  attempts: number;
  reason: string;
  /** Seconds; undefined if it is given up. */
  pause?: number;
}

interface DeliveryRow extends Delivery {
  endpoint: string;
  /** Null while an earlier one of the same subject waits. */
  due_at: DatabaseDate | null;
  last_error: string | null;
  dead_since: DatabaseDate | null;
}

/**
 * The changes that receivers have not taken, one row each. Of each publication one is tried, the
 * earliest; the others wait behind it, so that they arrive in their order.
 */
export const createDeliveries = (strapi: Core.Strapi) => {
  const clock = databaseClock(strapi);
  const table = (knex: Knex) => knex<DeliveryRow>(tableOf(strapi, DELIVERY_UID));
  const waiting = (knex: Knex, endpoint: string) =>
    table(knex).where({ endpoint }).whereNull('dead_since');
  /** A time of the database's clock, as knex wants to see it. */
  const after = (knex: Knex, seconds: number): Date => clock.now(knex, seconds) as unknown as Date;

  /** By subject, the number of the earliest one that waits. */
  const heads = async (endpoint: string, subjects: string[]): Promise<Map<string, number>> => {
    const found = new Map<string, number>();
    for (const chunk of inChunks(subjects)) {
      const rows: { subject: string; head: number }[] = await query(strapi, (knex) =>
        waiting(knex, endpoint)
          .select('subject')
          .min({ head: 'number' })
          .whereIn('subject', chunk)
          .groupBy('subject')
      );
      rows.forEach(({ subject, head }) => found.set(subject, head));
    }
    return found;
  };

  return {
    heads,

    /** How many wait, as far as `most`. */
    async count(endpoint: string, most: number): Promise<number> {
      const rows = await query(strapi, (knex) => waiting(knex, endpoint).select('id').limit(most));
      return rows.length;
    },

    /** Those whose time has come, of each subject one at most: the earliest. */
    async due(endpoint: string, limit: number): Promise<Delivery[]> {
      const rows = await query(strapi, (knex) =>
        waiting(knex, endpoint).where('due_at', '<=', after(knex, 0)).orderBy('due_at').limit(limit)
      );
      if (rows.length === 0) {
        return [];
      }
      const first = await heads(endpoint, [...new Set(rows.map(({ subject }) => subject))]);
      return rows.filter(({ subject, number }) => first.get(subject) === number);
    },

    /** Whether there is one whose time has come. */
    async hasDue(endpoint: string): Promise<boolean> {
      const row = await query(strapi, (knex) =>
        waiting(knex, endpoint).where('due_at', '<=', after(knex, 0)).first('id')
      );
      return row !== undefined;
    },

    /** Lets changes wait; those with a pause are the first of their subject. */
    async add(
      endpoint: string,
      added: ({ number: number; subject: string } & Partial<Postponed>)[]
    ): Promise<void> {
      for (const chunk of inChunks(added)) {
        await query(strapi, (knex) =>
          table(knex).insert(
            chunk.map(({ number, subject, attempts = 0, reason = null, pause }) => ({
              endpoint,
              number,
              subject,
              attempts,
              last_error: reason,
              due_at: pause === undefined ? null : after(knex, pause),
            }))
          )
        );
      }
    },

    async postpone({ id }: Delivery, { attempts, reason, pause }: Postponed): Promise<void> {
      await query(strapi, (knex) =>
        table(knex)
          .where({ id })
          .update({
            attempts,
            last_error: reason,
            due_at: pause === undefined ? null : after(knex, pause),
            dead_since: pause === undefined ? after(knex, 0) : null,
          })
      );
    },

    async remove(done: Delivery[]): Promise<void> {
      for (const chunk of inChunks(done.map(({ id }) => id))) {
        await query(strapi, (knex) => table(knex).whereIn('id', chunk).delete());
      }
    },

    /** Makes the earliest of each subject due that waits for nothing any more. */
    async promote(endpoint: string, subjects: string[]): Promise<void> {
      const first = await heads(endpoint, subjects);
      for (const chunk of inChunks([...first.values()])) {
        await query(strapi, (knex) =>
          waiting(knex, endpoint)
            .whereIn('number', chunk)
            .whereNull('due_at')
            .update({ due_at: after(knex, 0) })
        );
      }
    },

    /** Lets all be tried again that were given up; `promote` makes the first of them due. */
    async revive(endpoint: string): Promise<{ count: number; subjects: string[] }> {
      const dead = await query(strapi, (knex) =>
        table(knex).where({ endpoint }).whereNotNull('dead_since').distinct('subject')
      );
      const count: number = await query(strapi, (knex) =>
        table(knex)
          .where({ endpoint })
          .whereNotNull('dead_since')
          .update({ dead_since: null, attempts: 0, due_at: null })
      );
      return { count, subjects: dead.map(({ subject }) => subject) };
    },

    /** The latest that were given up. */
    async dead(endpoint: string, limit: number): Promise<DeadDelivery[]> {
      const rows = await query(strapi, (knex) =>
        table(knex)
          .where({ endpoint })
          .whereNotNull('dead_since')
          .orderBy('dead_since', 'desc')
          .limit(limit)
      );
      if (rows.length === 0) {
        return [];
      }
      const changes = await query(strapi, (knex) =>
        knex<ChangeRow>(tableOf(strapi, CHANGE_UID)).whereIn(
          'number',
          rows.map(({ number }) => number)
        )
      );
      const byNumber = new Map(changes.map((change) => [change.number, change]));
      return rows.flatMap((row) => {
        const change = byNumber.get(row.number);
        return change === undefined || row.dead_since === null
          ? []
          : [{ ...row, change, lastError: row.last_error, deadSince: toDate(row.dead_since) }];
      });
    },

    /** Drops deliveries of changes that are not kept any more. */
    async dropBefore(number: number): Promise<void> {
      await query(strapi, (knex) => table(knex).where('number', '<', number).delete());
    },
  };
};

export type Deliveries = ReturnType<typeof createDeliveries>;
