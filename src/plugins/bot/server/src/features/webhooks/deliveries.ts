import type { Core } from '@strapi/strapi';

import type { OwnType } from '../../core/additions/own-types';
import { CHANGE_UID } from '../../core/constants';
import { inChunks } from '../../core/database/chunks';
import { databaseClock } from '../../core/database/clock';
import { knexOf, tableOf, type DatabaseDate, type Knex } from '../../core/database/connection';
import type { ChangeRow } from '../changes';

const DELIVERY_UID = 'plugin::bot.webhook-delivery';

/** The table of changes that receivers have not yet accepted. */
export const webhookDelivery: OwnType = {
  description:
    'A change that a receiver has not taken yet; what it has taken at once leaves no row',
  attributes: {
    endpoint: { type: 'string', required: true },
    number: { type: 'integer', required: true },
    subject: { type: 'string', required: true },
    attempts: { type: 'integer', required: true },
    dueAt: { type: 'datetime' },
    countsFrom: { type: 'datetime' },
    lastError: { type: 'text' },
    deadSince: { type: 'datetime' },
  },
  indexes: {
    bot_deliveries_number_index: ['number'],
    bot_deliveries_due_index: ['endpoint', 'dead_since', 'due_at'],
    bot_deliveries_subject_index: ['endpoint', 'subject', 'number'],
  },
};

/** A change that a receiver has not accepted yet, and that is due. */
export interface Delivery {
  id: number;
  /** Number of attempts that failed at their scheduled time. Early attempts do not count. */
  attempts: number;
  /** Whether this attempt is earlier than scheduled, so that a failure does not count. */
  isEarly: boolean;
}

export interface DeadDelivery extends ChangeRow {
  attempts: number;
  last_error: string | null;
  dead_since: DatabaseDate;
}

/** The result of a failed attempt at its scheduled time. */
export interface Postponed {
  attempts: number;
  reason: string;
  /** Seconds until the next scheduled attempt; undefined to give up. */
  pause?: number;
  /** Seconds requested by the receiver in `Retry-After`. */
  retryAfter?: number;
}

interface DeliveryRow {
  id: number;
  endpoint: string;
  number: number;
  subject: string;
  attempts: number;
  /** Time of the next attempt; null if due now: not tried yet, or retried early. */
  due_at: DatabaseDate | null;
  /** The time of the next scheduled attempt; failures before it do not count. */
  counts_from: DatabaseDate | null;
  last_error: string | null;
  dead_since: DatabaseDate | null;
}

/**
 * Changes that receivers have not accepted, one row each. Only the earliest of each publication is tried, to keep the
 * order.
 */
export const createDeliveries = (strapi: Core.Strapi) => {
  const clock = databaseClock(strapi);
  const name = tableOf(strapi, DELIVERY_UID);
  const table = () => knexOf(strapi)<DeliveryRow>(name);
  const waiting = (endpoint: string) => table().where({ endpoint }).whereNull('dead_since');
  /** A time by the database's clock, with the type that Knex expects. */
  const after = (seconds: number): Date => clock.now(seconds) as unknown as Date;

  const withChanges = (deliveries: ReturnType<Knex>) =>
    deliveries
      .join({ change: tableOf(strapi, CHANGE_UID) }, 'change.number', 'delivery.number')
      .select('change.*', 'delivery.attempts');

  /** Selects due deliveries, without those that wait for an earlier change of the same publication. */
  const due = (endpoint: string) =>
    knexOf(strapi)({ delivery: name })
      .where('delivery.endpoint', endpoint)
      .whereNull('delivery.dead_since')
      .where((isDue) =>
        isDue.whereNull('delivery.due_at').orWhere('delivery.due_at', '<=', clock.now(0))
      )
      .whereNotExists(
        knexOf(strapi)({ earlier: name })
          .select(knexOf(strapi).raw('1'))
          .where('earlier.endpoint', endpoint)
          .whereNull('earlier.dead_since')
          .where('earlier.subject', knexOf(strapi).ref('delivery.subject'))
          .where('earlier.number', '<', knexOf(strapi).ref('delivery.number'))
      );

  return {
    /** Filters document ids to publications and materials with waiting deliveries. */
    async waitingAmong(endpoint: string, subjects: string[]): Promise<Set<string>> {
      const found = new Set<string>();
      for (const chunk of inChunks(subjects)) {
        const some: string[] = await waiting(endpoint)
          .distinct()
          .whereIn('subject', chunk)
          .pluck('subject');
        some.forEach((subject) => found.add(subject));
      }
      return found;
    },

    /** Counts waiting deliveries, at most `most`. */
    async count(endpoint: string, most: number): Promise<number> {
      const rows = await waiting(endpoint).select('id').limit(most);
      return rows.length;
    },

    /** Finds due deliveries, at most the earliest delivery of each publication or material. */
    async due(
      endpoint: string,
      limit: number
    ): Promise<{ change: ChangeRow; delivery: Delivery }[]> {
      type Row = ChangeRow & { attempts: number; delivery_id: number; seconds_early: unknown };
      const rows: Row[] = await withChanges(due(endpoint))
        .select({
          delivery_id: 'delivery.id',
          seconds_early: clock.secondsUntil('delivery.counts_from'),
        })
        .orderBy(['delivery.due_at', 'delivery.number'])
        .limit(limit);
      return rows.map(({ delivery_id: id, attempts, seconds_early: seconds, ...change }) => ({
        change,
        delivery: { id, attempts, isEarly: Number(seconds) > 0 },
      }));
    },

    async hasDue(endpoint: string): Promise<boolean> {
      const row: unknown = await due(endpoint).first('delivery.id');
      return row !== undefined;
    },

    /** Stores changes that wait for their delivery. Changes without `pause` have not been sent yet. */
    async add(
      endpoint: string,
      added: ({ number: number; subject: string } & Partial<Postponed>)[]
    ): Promise<void> {
      for (const chunk of inChunks(added)) {
        await table().insert(
          chunk.map(({ number, subject, attempts = 0, reason = null, pause, retryAfter }) => ({
            endpoint,
            number,
            subject,
            attempts,
            last_error: reason,
            due_at: pause === undefined ? null : after(retryAfter ?? pause),
            counts_from: pause === undefined ? null : after(pause),
          }))
        );
      }
    },

    /** Postpones a delivery after a failure; without `pause` it is given up. */
    async postpone(
      { id }: Delivery,
      { attempts, reason, pause, retryAfter }: Postponed
    ): Promise<void> {
      await table()
        .where({ id })
        .update({
          attempts,
          last_error: reason,
          ...(pause === undefined
            ? { due_at: null, dead_since: after(0) }
            : { due_at: after(retryAfter ?? pause), counts_from: after(pause) }),
        });
    },

    /**
     * Postpones a delivery after an early failure, to the time that the receiver requested, else to its scheduled time.
     */
    async postponeEarly(
      { id }: Delivery,
      { reason, retryAfter }: Pick<Postponed, 'reason' | 'retryAfter'>
    ): Promise<void> {
      const due_at =
        retryAfter === undefined ? knexOf(strapi).ref('counts_from') : clock.now(retryAfter);
      await table()
        .where({ id })
        .update({ last_error: reason, due_at: due_at as unknown as Date });
    },

    async remove(done: Delivery[]): Promise<void> {
      for (const chunk of inChunks(done.map(({ id }) => id))) {
        await table().whereIn('id', chunk).delete();
      }
    },

    /** Makes all waiting deliveries due now. A failure does not count as an attempt. */
    async wake(endpoint: string): Promise<void> {
      await waiting(endpoint).where('due_at', '>', after(0)).update({ due_at: null });
    },

    /** Resets all deliveries, including those given up, and makes them due now. @returns their number */
    async restart(endpoint: string): Promise<number> {
      return table()
        .where({ endpoint })
        .update({ dead_since: null, attempts: 0, due_at: null, counts_from: null });
    },

    dead: (endpoint: string, limit: number): Promise<DeadDelivery[]> =>
      withChanges(knexOf(strapi)({ delivery: name }))
        .select('delivery.last_error', 'delivery.dead_since')
        .where('delivery.endpoint', endpoint)
        .whereNotNull('delivery.dead_since')
        .orderBy('delivery.dead_since', 'desc')
        .limit(limit),

    /** Deletes deliveries of changes that were deleted from the change table. */
    async dropBefore(number: number): Promise<void> {
      await table().where('number', '<', number).delete();
    },
  };
};
