import type { Core } from '@strapi/strapi';

import { PUBLICATION_DETAIL_UID } from '../../core/constants';
import { serviceOf } from '../../core/service';
import { databaseClock } from '../../core/database/clock';
import { query, tableOf, type Knex } from '../../core/database/connection';

/** What is to be done with a publication now. */
export type DueAction = 'publish' | 'unpublish';

interface DueRow {
  document_id: string;
  publish_at: number | string | null;
  unpublish_at: number | string | null;
  due_at: number | string;
  attempts: number;
  now: number | string;
}

/** What waits, and for how long. */
export interface Waiting {
  /** Publications whose time has come, those that wait longest first. */
  due: string[];
  /** Until the next one is due; undefined if none waits. */
  millisecondsToNext?: number;
}

/**
 * The publications that wait for a time of theirs, by the clock of the database: instances may
 * have clocks that differ, and what one takes for due the others must not take for early.
 */
export const createDueService = ({ strapi }: { strapi: Core.Strapi }) => {
  const clock = databaseClock(strapi);
  const details = (knex: Knex) => knex<DueRow>(tableOf(strapi, PUBLICATION_DETAIL_UID));

  const findWhere = (choose: (rows: ReturnType<typeof details>) => unknown): Promise<DueRow[]> =>
    query(strapi, async (knex) => {
      const rows = details(knex).select(
        'document_id',
        'publish_at',
        'unpublish_at',
        'due_at',
        'attempts',
        { now: clock.milliseconds(knex) }
      );
      choose(rows);
      return rows;
    });

  const findRow = async (documentId: string): Promise<DueRow | undefined> => {
    const [row] = await findWhere((rows) =>
      rows.where({ document_id: documentId }).whereNotNull('due_at')
    );
    return row;
  };

  const waitOf = ({ due_at, now }: DueRow): number => Number(due_at) - Number(now);

  return {
    /** How many schedules of the next `limit` could not be carried out so far. */
    async countFailed(limit: number): Promise<number> {
      const next = await findWhere((rows) =>
        rows.whereNotNull('due_at').orderBy('due_at').limit(limit)
      );
      return next.filter(({ attempts }) => attempts > 0).length;
    },

    /** The next `limit` publications. */
    async next(limit: number): Promise<Waiting> {
      const rows = await findWhere((all) =>
        all.whereNotNull('due_at').orderBy('due_at').limit(limit)
      );
      const later = rows.find((row) => waitOf(row) > 0);
      return {
        due: rows.filter((row) => waitOf(row) <= 0).map(({ document_id }) => document_id),
        ...(later && { millisecondsToNext: waitOf(later) }),
      };
    },

    /**
     * What is to be done with a publication now; undefined if nothing is, any more. To be called
     * under the lock of its document. Where both times have passed it is not made public, not even
     * for a moment: what it says is over.
     */
    async actionFor(documentId: string): Promise<DueAction | undefined> {
      const row = await findRow(documentId);
      if (row === undefined || waitOf(row) > 0) {
        return undefined;
      }
      const isOver = row.unpublish_at !== null && Number(row.unpublish_at) <= Number(row.now);
      return row.publish_at === null || isOver ? 'unpublish' : 'publish';
    },

    /**
     * Keeps why it failed, and when it is to be tried again: after `pauseFor(attempts)`
     * milliseconds, or at once when its end has come. To be called under the lock of its document.
     */
    async postpone(
      documentId: string,
      reason: string,
      pauseFor: (attempts: number) => number
    ): Promise<void> {
      const row = await findRow(documentId);
      if (row === undefined) {
        return;
      }
      const attempts = row.attempts + 1;
      const retryAt = Number(row.now) + pauseFor(attempts);
      const endsAt = Number(row.unpublish_at ?? 0);
      await query(strapi, (knex) =>
        details(knex)
          .where({ document_id: documentId })
          .update({
            attempts,
            last_error: reason,
            due_at: endsAt > Number(row.now) ? Math.min(retryAt, endsAt) : retryAt,
          } as object)
      );
    },
  };
};

export const getDueService = serviceOf<typeof createDueService>('due');
