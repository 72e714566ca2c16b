import type { Core } from '@strapi/strapi';

import { CHANGE_UID } from '../../../core/constants';
import { serviceOf } from '../../../core/service';
import { knexOf, tableOf, transaction } from '../../../core/database/connection';
import { holdLock } from '../../../core/database/locks';

/** Maximum number of changes that one transaction numbers. */
const AT_ONCE = 500;

/**
 * Numbers changes 1, 2, 3 ... without gaps, in the order in which readers see them.
 *
 * Row IDs are not suitable: a transaction that writes first may commit last, and readers would skip its changes. So
 * changes are numbered after their commit, one batch at a time; late ones get higher numbers. Changes of a document
 * keep their order, because writes of a document are serialized.
 */
export const createChangeSequenceService = ({ strapi }: { strapi: Core.Strapi }) => {
  const changes = () => knexOf(strapi)(tableOf(strapi, CHANGE_UID));
  const withoutNumber = () => changes().whereNull('number');

  const unnumbered = async (limit: number): Promise<number[]> => {
    const rows: { id: number }[] = await withoutNumber().select('id').orderBy('id').limit(limit);
    return rows.map(({ id }) => id);
  };

  const last = async (): Promise<number> => {
    const row: { last?: number | null } | undefined = await changes()
      .max({ last: 'number' })
      .first();
    return Math.max(0, row?.last ?? 0);
  };

  /**
   * Assigns numbers to changes, one statement per run of consecutive row IDs. IDs of uncommitted changes interrupt a
   * run.
   */
  const assign = async (ids: number[], from: number): Promise<void> => {
    let start = 0;
    for (let end = 1; end <= ids.length; end += 1) {
      if (ids[end] !== ids[end - 1] + 1) {
        const run = ids.slice(start, end);
        const offset = from + start - run[0];
        // Lists the IDs, because a range would wait on MySQL for adjacent rows that are being written.
        await changes()
          .whereIn('id', run)
          .update({ number: knexOf(strapi).raw('id + ?', [offset]) });
        start = end;
      }
    }
  };

  /**
   * Assigns numbers to one batch of committed changes.
   * @returns how many changes were numbered
   */
  const numberSome = (): Promise<number> =>
    transaction(strapi, async () => {
      await holdLock(strapi, 'start', 'change-sequence');
      const ids = await unnumbered(AT_ONCE);
      if (ids.length > 0) {
        await assign(ids, (await last()) + 1);
      }
      return ids.length;
    });

  const numberAll = async (): Promise<void> => {
    // Usually there are no new changes; then this takes no lock and writes nothing.
    if ((await unnumbered(1)).length > 0) {
      while ((await numberSome()) === AT_ONCE);
    }
  };

  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const start = (): Promise<void> => {
    running = numberAll().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    /**
     * Numbers all committed changes. Concurrent calls share a run. Must not be called in a transaction, because other
     * calls would wait until the transaction ends.
     */
    async number(): Promise<void> {
      if (running === undefined) return start();
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return start();
        });
      return next;
    },

    /** Highest number that a change has so far; 0 if no change has a number. */
    last,

    /**
     * Upper bound for the number of the newest committed change, including changes that still have no number. Too high
     * only if changes are numbered during the call.
     */
    async lastToBe(): Promise<number> {
      const [{ count }]: { count?: number | string }[] = await withoutNumber().count({
        count: '*',
      });
      return Number(count) + (await last());
    },
  };
};

export const getChangeSequenceService =
  serviceOf<typeof createChangeSequenceService>('changeSequence');
