import type { UnreadDocumentChange } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { CHANGE_UID } from '../../core/constants';
import { knexOf, tableOf, toDate, type Knex } from '../../core/database/connection';
import { newestRow } from '../../core/database/rows/existing-rows';
import { OF_PUBLICATION, type ChangeRow } from '../changes';

/** Maximum number of changes to read. */
const COUNTED = 1_000;
/** Time in milliseconds for which all panels of this instance share an answer. */
const FRESH = 1_000;

/** Ids of publications that are new, and of others that have changed. */
interface UnreadListChanges {
  /** The row id of the newest change: the value of `after` for the next request. */
  latest: number;
  created: string[];
  changed: string[];
}

/** A request of a panel user, whose own changes do not count. */
interface Asked {
  /** The row id of the newest change that the panel knows. */
  after: number;
  userId: string;
}

/** Reads from the change table what has changed since a panel was loaded. */
export const createUnreadChanges = (strapi: Core.Strapi) => {
  let known: { at: number; latest: Promise<number> } | undefined;

  const readLatest = () => newestRow(strapi, tableOf(strapi, CHANGE_UID));

  const ofOthers = (rows: ReturnType<Knex>, { after, userId }: Asked) =>
    rows
      .where({ kind: 'publication' })
      .where('id', '>', after)
      .whereNot((own) => own.where({ who: 'editor', user_id: userId }));

  return {
    /** The row id of the newest change. As long as it stays the same, there are no changes. */
    latest(): Promise<number> {
      if (known === undefined || Date.now() - known.at > FRESH) {
        const requested = { at: Date.now(), latest: readLatest() };
        known = requested;
        // A failed query is not cached, so the next call runs a new one.
        requested.latest.catch(() => {
          if (known === requested) known = undefined;
        });
      }
      return known.latest;
    },

    /** Finds the publications that others have created or changed after the last change that the panel knows. */
    async ofList(requested: Asked): Promise<UnreadListChanges> {
      const latest = await readLatest();
      const rows: Pick<ChangeRow, 'event' | 'subject'>[] = await ofOthers(
        knexOf(strapi)(tableOf(strapi, CHANGE_UID)).select('event', 'subject'),
        requested
      )
        .orderBy('id', 'desc')
        .limit(COUNTED);
      const subjects = new Set(rows.map(({ subject }) => subject));
      const created = new Set(
        rows.filter(({ event }) => event === 'created').map(({ subject }) => subject)
      );
      const changed = [...subjects].filter((subject) => !created.has(subject));
      return { latest, created: [...created], changed };
    },

    /** Finds the newest change of a publication by others that the panel does not know yet. */
    async ofDocument(documentId: string, requested: Asked): Promise<UnreadDocumentChange> {
      const latest = await readLatest();
      const row: ChangeRow | undefined = await ofOthers(
        knexOf(strapi)(tableOf(strapi, CHANGE_UID)),
        requested
      )
        .whereRaw(OF_PUBLICATION)
        .where('subject', documentId)
        .orderBy('id', 'desc')
        .first('event', 'who', 'user_name', 'happened_at');
      return {
        latest,
        change:
          row === undefined
            ? null
            : {
                event: row.event,
                who: row.who,
                name: row.user_name,
                at: toDate(row.happened_at).toISOString(),
              },
      };
    },
  };
};
