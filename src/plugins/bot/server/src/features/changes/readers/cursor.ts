import type { Core } from '@strapi/strapi';

import type { OwnType } from '../../../core/additions/own-types';
import { databaseClock } from '../../../core/database/clock';
import { knexOf, tableOf, toDate, type DatabaseDate } from '../../../core/database/connection';

const WEBHOOK_UID = 'plugin::bot.webhook';

export const webhook: OwnType = {
  description: 'How far the receiver of a webhook has been told, and which instance tells it',
  attributes: {
    key: { type: 'string', required: true, column: { unique: true } },
    position: { type: 'integer', required: true },
    lease: { type: 'string' },
    leaseUntil: { type: 'datetime' },
    isFailing: { type: 'boolean' },
    lastTakenAt: { type: 'datetime' },
    disabledAt: { type: 'datetime' },
  },
};

/**
 * Duration in seconds of a lease: the exclusive right of an instance to deliver changes to a reader, such as a webhook.
 * Renewed during the delivery.
 */
export const LEASE_SECONDS = 30;

/** Delivery progress of a reader of changes. */
export interface ReaderCursor {
  /** Number of the last change that was delivered, or that waits for a retry. */
  position: number;
  /** Whether all deliveries of the last batch failed. */
  isFailing: boolean;
  /** Time of the last successful delivery. */
  lastTakenAt: Date | null;
  /** Time since which the reader is disabled; null if it is enabled. */
  disabledAt: Date | null;
}

/** Result of delivering a batch to a reader. */
interface DeliveryResult {
  position: number;
  hasTaken?: boolean;
  isFailing?: boolean;
  isDisabled?: boolean;
}

interface StateRow {
  key: string;
  position: number;
  lease: string | null;
  lease_until: DatabaseDate | null;
  is_failing: boolean | number | null;
  last_taken_at: DatabaseDate | null;
  disabled_at: DatabaseDate | null;
}

/**
 * Creates functions for the table of readers of changes, such as webhooks: how far each reader is, and which instance
 * serves it.
 */
export const createReaderCursors = (strapi: Core.Strapi) => {
  const clock = databaseClock(strapi);
  const webhooks = () => knexOf(strapi)<StateRow>(tableOf(strapi, WEBHOOK_UID));

  return {
    /**
     * Creates the row of a new reader of changes, which gets changes from now on. On SQLite, which a single process
     * uses, also ends the lease (the exclusive right to deliver) of an earlier process. On other databases, another
     * instance may hold the lease; the lease of a stopped instance expires.
     */
    async begin(key: string, position: number): Promise<void> {
      await webhooks().insert({ key, position }).onConflict('key').ignore();
      if (strapi.db.dialect.client === 'sqlite') {
        await webhooks().where({ key }).update({ lease: null });
      }
    },

    async find(key: string): Promise<ReaderCursor> {
      const row = await webhooks().where({ key }).first();
      return {
        position: row?.position ?? 0,
        isFailing: Boolean(row?.is_failing),
        lastTakenAt: row?.last_taken_at ? toDate(row.last_taken_at) : null,
        disabledAt: row?.disabled_at ? toDate(row.disabled_at) : null,
      };
    },

    /**
     * Takes or renews the exclusive right (lease) to deliver to a reader of changes.
     * @returns whether this instance holds the lease
     */
    async claim(key: string, lease: string): Promise<boolean> {
      const claimed: number = await webhooks()
        .where({ key })
        .where((free) =>
          free.whereNull('lease').orWhere('lease', lease).orWhere('lease_until', '<', clock.now(0))
        )
        .update({ lease, lease_until: clock.now(LEASE_SECONDS) as unknown as Date });
      return claimed === 1;
    },

    async release(key: string, lease: string): Promise<void> {
      await webhooks().where({ key, lease }).update({ lease: null });
    },

    /**
     * Stores the new position of a reader of changes.
     * @throws Error if another instance has taken the lease (the exclusive right to deliver); that instance repeats the
     * deliveries
     */
    async moveTo(key: string, lease: string, result: DeliveryResult): Promise<void> {
      const { position, hasTaken = false, isFailing = false, isDisabled = false } = result;
      const now = clock.now(0) as unknown as Date;
      const moved: number = await webhooks()
        .where({ key, lease })
        .update({
          position,
          is_failing: isFailing,
          ...(hasTaken && { last_taken_at: now }),
          ...(isDisabled && { disabled_at: now }),
        });
      if (moved !== 1) throw new Error('Another instance has taken over this webhook');
    },

    /** Enables a disabled reader of changes, such as a webhook, again. */
    async enable(key: string): Promise<void> {
      await webhooks().where({ key }).update({ disabled_at: null });
    },
  };
};
