import type { Core } from '@strapi/strapi';

import { CHANGE_UID } from '../../../core/constants';
import { serviceOf } from '../../../core/service';
import { query, tableOf, transaction, type Knex } from '../../../core/database/connection';
import { holdLock } from '../../../core/database/locks';

/** Changes that get their numbers in one transaction. */
const AT_ONCE = 500;

/**
 * Numbers changes 1, 2, 3 ... without gaps, in the order in which they are read.
 *
 * Row ids do not do: a transaction that writes first may commit last, and readers past it would miss it. So
 * changes are numbered after their commit, one numbering at a time; a late one gets a later number. Changes
 * of one document keep their order: each write waits for the one before.
 */
export const createChangeSequenceService = ({ strapi }: { strapi: Core.Strapi }) => {
  const changes = (knex: Knex) => knex(tableOf(strapi, CHANGE_UID));
  const withoutNumber = (knex: Knex) => changes(knex).whereNull('number');

  const unnumbered = async (limit: number): Promise<number[]> => {
    const rows: { id: number }[] = await query(strapi, (knex) =>
      withoutNumber(knex).select('id').orderBy('id').limit(limit)
    );
    return rows.map(({ id }) => id);
  };

  const last = async (): Promise<number> => {
    const row: { last?: number | null } | undefined = await query(strapi, (knex) =>
      changes(knex).max({ last: 'number' }).first()
    );
    return Math.max(0, row?.last ?? 0);
  };

  /** In runs of ids that follow each other; what has not committed makes gaps. */
  const assign = async (ids: number[], from: number): Promise<void> => {
    let start = 0;
    for (let end = 1; end <= ids.length; end += 1) {
      if (ids[end] !== ids[end - 1] + 1) {
        const run = ids.slice(start, end);
        const offset = from + start - run[0];
        // By single ids: a range would wait on MySQL for a row beside it that is being written.
        await query(strapi, (knex) =>
          changes(knex)
            .whereIn('id', run)
            .update({ number: knex.raw('id + ?', [offset]) })
        );
        start = end;
      }
    }
  };

  /** @returns how many got a number */
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
    // Where nothing is new, as most often, nothing is locked and nothing is written.
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
     * Numbers all committed changes; simultaneous callers share a run. Not in a transaction, whose end others would wait
     * for.
     */
    async number(): Promise<void> {
      if (running === undefined) {
        return start();
      }
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return start();
        });
      return next;
    },

    /** The number of the newest change that has one; 0 if there is none. */
    last,

    /**
     * The number that the newest committed change has, or is going to get; never too low, as one that gets it
     * meanwhile may count twice.
     */
    async lastToBe(): Promise<number> {
      const [{ count }]: { count?: number | string }[] = await query(strapi, (knex) =>
        withoutNumber(knex).count({ count: '*' })
      );
      return Number(count) + (await last());
    },
  };
};

export const getChangeSequenceService =
  serviceOf<typeof createChangeSequenceService>('changeSequence');
