import type { Core } from '@strapi/strapi';

import { query, toDate } from '../../core/database/connection';

import { titleHas } from '../publications/filters/title-has';

import { createTrashedRows, type TrashedRow } from './trashed-rows';

const LISTED_AT_ONCE = 25;
const COLUMNS = [
  'id',
  'document_id',
  'title',
  'was_public',
  'who',
  'user_name',
  'trashed_at',
  'goes_at',
] as const;

/** One as the panel lists it. */
export interface TrashedPublication {
  id: string;
  title: string | null;
  wasPublic: boolean;
  /** Who has deleted it, as changes say it. */
  who: string;
  /** The person's name, of an editor. */
  name: string | null;
  /** ISO 8601. */
  deletedAt: string;
  /** When it goes for good. */
  goesAt: string;
}

const toListed = (row: Pick<TrashedRow, (typeof COLUMNS)[number]>): TrashedPublication => ({
  id: row.document_id,
  title: row.title,
  wasPublic: Boolean(row.was_public),
  who: row.who,
  name: row.user_name,
  deletedAt: toDate(row.trashed_at).toISOString(),
  goesAt: toDate(row.goes_at).toISOString(),
});

/** Lists the publications in the trash. */
export const createList = (strapi: Core.Strapi) => {
  const rows = createTrashedRows(strapi);

  /**
   * What can be restored, what was deleted last first.
   * @param search a part of the title, or the whole id
   * @param before the number of the last one of the page before
   */
  return async (
    search: string | undefined,
    before: number | undefined
  ): Promise<{ items: TrashedPublication[]; next: number | null }> => {
    const found = await query(strapi, (knex) => {
      const newest = rows
        .all(knex)
        .select(...COLUMNS)
        .orderBy('id', 'desc')
        .limit(LISTED_AT_ONCE + 1);
      if (before !== undefined) {
        void newest.where('id', '<', before);
      }
      if (search !== undefined) {
        void newest.where((either) =>
          either.where('document_id', search).orWhereRaw(...titleHas(search))
        );
      }
      return newest;
    });
    const page = found.slice(0, LISTED_AT_ONCE);
    return {
      items: page.map(toListed),
      next: found.length > LISTED_AT_ONCE ? (page.at(-1)?.id ?? null) : null,
    };
  };
};
