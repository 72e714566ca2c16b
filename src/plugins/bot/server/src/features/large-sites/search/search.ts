import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { CHANGE_UID } from '../../../core/constants';
import { query, tableOf } from '../../../core/database/connection';

import { getSearchIndexService } from './indexer';
import type { Progress } from './progress';

/** So many works that may hold a text are named one by one; a list of more is walked until its page is full. */
const NAMED = 2_000;
/** Of more than so many it is not said how many there are. */
const COUNTED = 10_000;
/** Works that may wait to be indexed. */
const WAITING = 1_000;

/** What is known of works with a text. */
export interface Found {
  /** All rows that may have it; undefined of very many. */
  rows: number[] | undefined;
  /** About how many there are, of more than 10,000 as many. */
  about: () => Promise<number>;
}

/** Makes the function that looks for a text in drafts; it gives undefined where Strapi has to look by itself. */
export const createSearch = (strapi: Core.Strapi) => {
  const table = tableOf(strapi, botConfig(strapi).contentType);

  /** Rows that were made or changed since the index was: they may have any text. */
  const findWaiting = async ({ row, change }: Progress): Promise<number[] | undefined> => {
    const changes = tableOf(strapi, CHANGE_UID);
    const found: { id: number }[] = await query(strapi, (knex) =>
      knex(table)
        .select('id')
        .where('id', '>', row)
        .whereNull('published_at')
        .union([
          knex(table)
            .select('id')
            .whereIn(
              'document_id',
              knex(changes).select('subject').where('number', '>', change.number)
            ),
          knex(table)
            .select('id')
            .whereIn('document_id', knex(changes).select('subject').whereNull('number')),
        ])
        .limit(WAITING + 1)
    );
    return found.length > WAITING ? undefined : found.map(({ id }) => id);
  };

  return async (text: string): Promise<Found | undefined> => {
    const current = await getSearchIndexService(strapi).current();
    if (current === undefined) return undefined;
    const { index, progress } = current;
    const waiting = await findWaiting(progress);
    if (waiting === undefined) return undefined;
    const known = await index.find(text, NAMED + 1);
    if (known === undefined) return undefined;
    return {
      rows: known.length > NAMED ? undefined : [...new Set([...known, ...waiting])],
      about: async () => (await index.find(text, COUNTED))?.length ?? 0,
    };
  };
};
