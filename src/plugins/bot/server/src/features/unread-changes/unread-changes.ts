import type { UnreadDocumentChange } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { CHANGE_UID } from '../../core/constants';
import { query, tableOf, toDate, type Knex } from '../../core/database/connection';
import { newestRow } from '../../core/database/rows/existing-rows';
import { OF_PUBLICATION, type ChangeRow } from '../changes';

/** Changes that are counted at most. */
const COUNTED = 1_000;
/** Milliseconds for which all panels of this instance get one answer of the database. */
const FRESH = 1_000;

/** The ids of publications that are new, and of others that have changed. */
interface UnreadListChanges {
  /** The row of the newest change of all: what to ask with the next time. */
  latest: number;
  created: string[];
  changed: string[];
}

/** Asks of one person of the panel: that person's own changes do not count. */
interface Asked {
  /** The row of the newest change that is known there. */
  after: number;
  userId: string;
}

/** Tells open panels what has changed meanwhile, from the table of changes. */
export const createUnreadChanges = (strapi: Core.Strapi) => {
  let known: { at: number; latest: Promise<number> } | undefined;

  const readLatest = () => newestRow(strapi, tableOf(strapi, CHANGE_UID));

  const ofOthers = (rows: ReturnType<Knex>, { after, userId }: Asked) =>
    rows
      .where({ kind: 'publication' })
      .where('id', '>', after)
      .whereNot((own) => own.where({ who: 'editor', user_id: userId }));

  return {
    /** The row of the newest change: as long as it is the same, nothing is new. */
    latest(): Promise<number> {
      if (known === undefined || Date.now() - known.at > FRESH) {
        const asked = { at: Date.now(), latest: readLatest() };
        known = asked;
        // Whoever asks next asks anew.
        asked.latest.catch(() => {
          if (known === asked) known = undefined;
        });
      }
      return known.latest;
    },

    async ofList(asked: Asked): Promise<UnreadListChanges> {
      const latest = await readLatest();
      const rows: Pick<ChangeRow, 'event' | 'subject'>[] = await query(strapi, (knex) =>
        ofOthers(knex(tableOf(strapi, CHANGE_UID)).select('event', 'subject'), asked)
          .orderBy('id', 'desc')
          .limit(COUNTED)
      );
      const subjects = new Set(rows.map(({ subject }) => subject));
      const created = new Set(
        rows.filter(({ event }) => event === 'created').map(({ subject }) => subject)
      );
      const changed = [...subjects].filter((subject) => !created.has(subject));
      return { latest, created: [...created], changed };
    },

    async ofDocument(documentId: string, asked: Asked): Promise<UnreadDocumentChange> {
      const latest = await readLatest();
      const row: ChangeRow | undefined = await query(strapi, (knex) =>
        ofOthers(knex(tableOf(strapi, CHANGE_UID)), asked)
          .whereRaw(OF_PUBLICATION)
          .where('subject', documentId)
          .orderBy('id', 'desc')
          .first('event', 'who', 'user_name', 'happened_at')
      );
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
