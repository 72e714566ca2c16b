import type { Core } from '@strapi/strapi';

import { CHANGE_UID } from '../../core/constants';
import { newDocumentId } from '../../core/database/rows/entity';
import { createState, STATE_UID } from '../../core/database/state';
import { serviceOf } from '../../core/service';
import { afterCommit, quote, rowsOf, tableOf } from '../../core/database/connection';

/** Number of recent changes that may commit in a different order than their ids. */
const RECENT_CHANGES = 200;
/** Milliseconds for which the newest change is cached. */
const MILLISECONDS = 100;

/** Name of a stored random id, which is renewed after each change that is not recorded in the table of changes. */
const UNRECORDED = 'unrecorded-change';

/** Detects new changes, for caches of public pages. Calls within 100 ms share one query. */
export const createNewestChangeService = ({ strapi }: { strapi: Core.Strapi }) => {
  const table = quote(strapi, tableOf(strapi, CHANGE_UID));
  const states = quote(strapi, tableOf(strapi, STATE_UID));
  // Uses the sum of ids, because a change with a lower id may commit later.
  const sql = `SELECT SUM(id) AS newest,
    (SELECT value FROM ${states} WHERE document_id = '${UNRECORDED}') AS unrecorded
    FROM (SELECT id FROM ${table} ORDER BY id DESC LIMIT ${RECENT_CHANGES}) AS recent`;
  const state = createState<string>(strapi, UNRECORDED);

  let reading: { change: Promise<string>; until: number } | undefined;
  let ownChanges = 0;
  let announcement: NodeJS.Timeout | undefined;

  const read = async (): Promise<string> => {
    const before = ownChanges;
    const [row] = rowsOf<{ newest: unknown; unrecorded: unknown }>(
      await strapi.db.connection.raw(sql)
    );
    return `${String(row?.newest)} ${String(row?.unrecorded)} ${before}`;
  };

  const count = (): void => {
    ownChanges += 1;
    reading = undefined;
  };

  const announce = async (): Promise<void> => {
    announcement = undefined;
    try {
      await state.set(newDocumentId());
    } catch (error) {
      // Other processes notice the change when their caches expire.
      strapi.log.warn(error);
    }
  };

  return {
    /** Reports a change that is recorded in the table of changes. `current` returns a new text after the commit. */
    recorded: (): void => afterCommit(count),

    /**
     * Reports a change that is not recorded in the table of changes. `current` returns a new text after the commit, and
     * other processes are notified within 100 ms.
     */
    unrecorded: (): void =>
      afterCommit(() => {
        count();
        announcement ??= setTimeout(() => void announce(), MILLISECONDS);
      }),

    /** Announces changes to other processes at once, if an announcement is pending. */
    async stop(): Promise<void> {
      if (announcement === undefined) return;
      clearTimeout(announcement);
      await announce();
    },

    /**
     * Returns a text that differs after each change. Includes changes of this process at once, and changes of other
     * processes within 200 ms.
     */
    current(): Promise<string> {
      if (reading === undefined || reading.until < Date.now()) {
        const started = { change: read(), until: Date.now() + MILLISECONDS };
        started.change.catch(() => {
          if (reading === started) reading = undefined;
        });
        reading = started;
      }
      return reading.change;
    },
  };
};

export const getNewestChangeService = serviceOf<typeof createNewestChangeService>('newestChange');
