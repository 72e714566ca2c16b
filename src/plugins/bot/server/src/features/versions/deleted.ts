import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { DAY_MILLISECONDS, TRASHED_PUBLICATION_UID, VERSION_UID } from '../../core/constants';
import {
  query,
  tableOf,
  toDate,
  type DatabaseDate,
  type Knex,
} from '../../core/database/connection';
import { isThere, rowIdsOf } from '../../core/database/rows/existing-rows';
import { titleHas } from '../publications';

const LISTED_AT_ONCE = 25;
/** Versions that are looked at for one page: of many the publication may be in the trash, or there again. */
const LOOKED_AT = 500;

interface Row {
  id: number;
  subject: string;
  title: string | null;
  was_public: boolean | number;
  who: string;
  happened_at: DatabaseDate;
}

/** A publication that is gone, with the newest text of it that is kept. */
export interface DeletedText {
  /** Of the publication. */
  id: string;
  /** The number of the version. */
  version: number;
  title: string | null;
  /** Whether readers saw this text. */
  wasPublic: boolean;
  /** Who has deleted it, as changes say it. */
  who: string;
  /** ISO 8601. */
  deletedAt: string;
  /** When the text goes for good. */
  goesAt: string;
}

/** What was kept of publications that are deleted. */
export const createDeletedTexts = (strapi: Core.Strapi) => {
  const { contentType, versions } = botConfig(strapi);
  const deleted = (knex: Knex, search?: string) => {
    const found = knex<Row>(tableOf(strapi, VERSION_UID)).where('event', 'deleted' as never);
    return search === undefined
      ? found
      : found.where((either) => either.where('subject', search).orWhereRaw(...titleHas(search)));
  };

  const toListed = (row: Row): DeletedText => {
    const deletedAt = toDate(row.happened_at);
    const goesAt = new Date(deletedAt.getTime() + versions.days * DAY_MILLISECONDS);
    return {
      id: row.subject,
      version: row.id,
      title: row.title,
      wasPublic: Boolean(row.was_public),
      who: row.who,
      deletedAt: deletedAt.toISOString(),
      goesAt: goesAt.toISOString(),
    };
  };

  /** The numbers of the newest ones of some publications. */
  const newestOf = async (subjects: string[], search: string | undefined): Promise<Set<number>> => {
    const rows = await query(strapi, (knex) =>
      deleted(knex, search).whereIn('subject', subjects).groupBy('subject').max({ id: 'id' })
    );
    return new Set(rows.map(({ id }) => Number(id)));
  };

  return {
    /**
     * Publications that are neither there nor in the trash, and of which a text is kept; what was deleted last first.
     * @param search a part of the title, or the whole id
     * @param before the number of the last version of the page before
     */
    async listDeleted(
      search: string | undefined,
      before: number | undefined
    ): Promise<{ items: DeletedText[]; next: number | null }> {
      const rows = await query(strapi, (knex) => {
        const newest = deleted(knex, search)
          .select('id', 'subject', 'title', 'was_public', 'who', 'happened_at')
          .orderBy('id', 'desc')
          .limit(LOOKED_AT);
        if (before !== undefined) {
          void newest.where('id', '<', before);
        }
        return newest;
      });
      const subjects = _.uniq(rows.map(({ subject }) => subject));
      const there = await rowIdsOf(strapi, contentType, subjects);
      const trashed = await rowIdsOf(strapi, TRASHED_PUBLICATION_UID, subjects);
      const newest = await newestOf(subjects, search);
      const gone = rows.filter(
        ({ id, subject }) => newest.has(id) && !there.has(subject) && !trashed.has(subject)
      );
      const page = gone.slice(0, LISTED_AT_ONCE);
      const last = gone.length > LISTED_AT_ONCE ? page.at(-1) : rows[LOOKED_AT - 1];
      return {
        items: page.map(toListed),
        next: last?.id ?? null,
      };
    },

    /** Whether a text of a publication was kept when it was deleted. */
    async hasDeleted(documentId: string): Promise<boolean> {
      const row = await query(strapi, (knex) =>
        deleted(knex).where('subject', documentId).first('id')
      );
      return row !== undefined;
    },

    /** Drops all versions of a publication that is not there. @returns whether there were any */
    async forget(documentId: string): Promise<boolean> {
      if (await isThere(strapi, contentType, documentId)) {
        return false;
      }
      const count = await query(strapi, (knex) =>
        knex(tableOf(strapi, VERSION_UID)).where('subject', documentId).delete()
      );
      return count > 0;
    },
  };
};
