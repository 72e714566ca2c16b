import type { Core } from '@strapi/strapi';

import { databaseClock } from '../../core/database/clock';
import {} from '../../core/database/connection';
import { serviceOf } from '../../core/service';
import { publicationDetails, type DetailRow } from '../publications';

/** The scheduled action to run now. */
export type DueAction = 'publish' | 'unpublish';

type Details = ReturnType<typeof publicationDetails>;
type DueRow = DetailRow & { now: number | string };

const waitOf = ({ due_at, now }: DueRow): number => Number(due_at) - Number(now);

/** Finds scheduled publications that are due, by the clock of the database, because the clocks of instances may differ. */
export const createDueService = ({ strapi }: { strapi: Core.Strapi }) => {
  const clock = databaseClock(strapi);

  const findWhere = async (choose: (rows: Details) => unknown): Promise<DueRow[]> => {
    const rows = publicationDetails(strapi)
      .select('*', { now: clock.milliseconds() })
      .whereNotNull('due_at');
    choose(rows);
    const found: unknown = await rows;
    return found as DueRow[];
  };
  const nextRows = (limit: number): Promise<DueRow[]> =>
    findWhere((rows) => rows.orderBy('due_at').limit(limit));

  const findRow = async (documentId: string): Promise<DueRow | undefined> =>
    (await findWhere((rows) => rows.where({ document_id: documentId })))[0];

  return {
    /** Counts failed schedules among the `limit` schedules that are due first. */
    countFailed: async (limit: number): Promise<number> =>
      (await nextRows(limit)).filter(({ attempts }) => Number(attempts) > 0).length,

    /** Finds due publications, longest overdue first, and the milliseconds until the next one is due. */
    async next(limit: number) {
      const rows = await nextRows(limit);
      const later = rows.find((row) => waitOf(row) > 0);
      return {
        due: rows.filter((row) => waitOf(row) <= 0).map(({ document_id }) => document_id),
        millisecondsToNext: later && waitOf(later),
      };
    },

    /**
     * Returns the action to run now; undefined if none is due. If the times to publish and to unpublish have both
     * passed, the action is to unpublish: the publication is not published even briefly. Call it under the lock of the
     * document.
     */
    async actionFor(documentId: string): Promise<DueAction | undefined> {
      const row = await findRow(documentId);
      if (row === undefined || waitOf(row) > 0) return undefined;
      const isOver = row.unpublish_at !== null && Number(row.unpublish_at) <= Number(row.now);
      return row.publish_at === null || isOver ? 'unpublish' : 'publish';
    },

    /**
     * Stores the reason of a failed publish or unpublish and the time of the next attempt: after a pause, but not later
     * than the scheduled unpublish time if that is still ahead. Call this under the lock of the document.
     */
    async postpone(
      documentId: string,
      reason: string,
      pauseFor: (attempts: number) => number
    ): Promise<void> {
      const row = await findRow(documentId);
      if (row === undefined) return;
      const attempts = Number(row.attempts) + 1;
      const retryAt = Number(row.now) + pauseFor(attempts);
      const endsAt = Number(row.unpublish_at ?? 0);
      const due_at = endsAt > Number(row.now) ? Math.min(retryAt, endsAt) : retryAt;
      await publicationDetails(strapi)
        .where({ document_id: documentId })
        .update({ attempts, last_error: reason, due_at });
    },
  };
};

export const getDueService = serviceOf<typeof createDueService>('due');
