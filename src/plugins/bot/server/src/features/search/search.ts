import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { knexOf, tableOf } from '../../core/database/connection';
import { serviceOf } from '../../core/service';

import { createIndexer } from './indexer';
import { createMarker } from './marker';
import type { SearchQuery } from './dialects/dialect';
import { createWordIndex } from './word-index';
import { termsInQuery } from './words';

/** Maximum number of matches to sort by relevance. With more matches, those with all words in the title come first. */
const SORTED = 500;
/** Time in milliseconds that a search waits for the index to catch up, also for the first search of a small site. */
const MAX_WAIT_MILLISECONDS = 1_000;

/** The result of a search. */
export interface Found {
  /** Document ids of publications. */
  ids: string[];
  /** Whether the search index was complete. The index is built at the first search. */
  isWhole: boolean;
}

/**
 * Finds publications by words. The index is built at the first search (earlier on very large sites), and then follows
 * changes.
 */
export const createSearchService = ({ strapi }: { strapi: Core.Strapi }) => {
  const index = createWordIndex(strapi);
  const indexer = createIndexer(strapi, index);

  const toIds = async (rows: number[]): Promise<string[]> => {
    if (rows.length === 0) return [];
    const found: { id: number; document_id: string }[] = await knexOf(strapi)(
      tableOf(strapi, botConfig(strapi).contentType)
    )
      .select('id', 'document_id')
      .whereIn('id', rows);
    const byRow = new Map(found.map(({ id, document_id: documentId }) => [id, documentId]));
    return rows.flatMap((row) => byRow.get(row) ?? []);
  };

  /**
   * Updates the search index and runs a search.
   * @param choose finds row ids in the index, in the order of the results
   */
  const search = async (
    text: string,
    choose: (query: SearchQuery) => Promise<number[]>
  ): Promise<Found> => {
    const until = performance.now() + MAX_WAIT_MILLISECONDS;
    const isWhole = await indexer.follow(() => performance.now() < until);
    const terms = termsInQuery(text);
    const rows = terms.length > 0 ? await choose({ terms, where: 'shown' }) : [];
    return { ids: await toIds(_.uniq(rows)), isWhole };
  };

  return {
    ...indexer,
    index,

    /**
     * Finds public publications, best match first. Each word must match a word or its beginning.
     * @param limit maximum number of results, after skipping `offset` results
     */
    async find(text: string, { offset, limit }: { offset: number; limit: number }): Promise<Found> {
      const { ids, isWhole } = await search(text, async ({ terms }) => {
        const query: SearchQuery = { terms, where: 'shown', isPublic: true };
        const words = terms.map((term) => ({ ...term, isBeginning: false }));
        // If nearly all rows have a word with such a beginning, collecting them is slow; then only rows with
        // exactly these words are used.
        for (const some of [{ ...query, terms: words }, query]) {
          const newest = await index.find(some, SORTED + 1, 'newest');
          if (newest.length > SORTED)
            return [
              ...(await index.find({ ...some, where: 'title' }, SORTED, 'newest')),
              ...newest,
            ];
        }
        return index.find(query, SORTED, 'best');
      });
      return { ids: ids.slice(offset, offset + limit), isWhole };
    },

    /** Finds publications including drafts, newest first. */
    findNewest: (text: string, limit: number): Promise<Found> =>
      search(text, (requested) => index.find(requested, limit, 'newest')),

    /** Makes the functions that highlight the words of a search in texts. */
    marker: createMarker,
  };
};

export const getSearchService = serviceOf<typeof createSearchService>('search');
