import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { query, tableOf } from '../../core/database/connection';
import { serviceOf } from '../../core/service';

import { createIndexer } from './indexer';
import { createMarker } from './marker';
import type { Asked } from './dialects/dialect';
import { createWordIndex } from './word-index';
import { termsAskedOf } from './words';

/** Publications that are put in the order of how well they fit; of more, those with all words in the title come first. */
const SORTED = 500;
/** How long a search waits for its index, the first one of a small site, too. */
const PATIENCE_MILLISECONDS = 1_000;

/** What a search has found. */
export interface Found {
  /** Ids of publications. */
  ids: string[];
  /** Whether the index has all that is on the site; it is made when it is first asked for. */
  isWhole: boolean;
}

/**
 * Finds publications by their words. The index is made when somebody first looks for something, or when there are very
 * many publications, and then follows what changes.
 */
export const createSearchService = ({ strapi }: { strapi: Core.Strapi }) => {
  const index = createWordIndex(strapi);
  const indexer = createIndexer(strapi, index);

  const toIds = async (rows: number[]): Promise<string[]> => {
    if (rows.length === 0) return [];
    const found: { id: number; document_id: string }[] = await query(strapi, (knex) =>
      knex(tableOf(strapi, botConfig(strapi).contentType))
        .select('id', 'document_id')
        .whereIn('id', rows)
    );
    const byRow = new Map(found.map(({ id, document_id: documentId }) => [id, documentId]));
    return rows.flatMap((row) => byRow.get(row) ?? []);
  };

  /** @param choose finds rows, in their order */
  const search = async (
    text: string,
    choose: (asked: Asked) => Promise<number[]>
  ): Promise<Found> => {
    const until = performance.now() + PATIENCE_MILLISECONDS;
    const isWhole = await indexer.follow(() => performance.now() < until);
    const terms = termsAskedOf(text);
    const rows = terms.length > 0 ? await choose({ terms, where: 'shown' }) : [];
    return { ids: await toIds(_.uniq(rows)), isWhole };
  };

  return {
    ...indexer,
    index,

    /**
     * Finds what is public, the best first: each word, or one that begins with it, has to be there.
     * @param limit how many, behind so many others
     */
    async find(text: string, { offset, limit }: { offset: number; limit: number }): Promise<Found> {
      const { ids, isWhole } = await search(text, async ({ terms }) => {
        const asked: Asked = { terms, where: 'shown', isPublic: true };
        const words = terms.map((term) => ({ ...term, isBeginning: false }));
        // To gather what begins with a word takes long where nearly all have it; then those with the very words will do.
        for (const some of [{ ...asked, terms: words }, asked]) {
          const newest = await index.find(some, SORTED + 1, 'newest');
          if (newest.length > SORTED)
            return [
              ...(await index.find({ ...some, where: 'title' }, SORTED, 'newest')),
              ...newest,
            ];
        }
        return index.find(asked, SORTED, 'best');
      });
      return { ids: ids.slice(offset, offset + limit), isWhole };
    },

    /** Finds drafts as well, the newest first. */
    findNewest: (text: string, limit: number): Promise<Found> =>
      search(text, (asked) => index.find(asked, limit, 'newest')),

    /** Shows where the words are that a text asks for. */
    marker: createMarker,
  };
};

export const getSearchService = serviceOf<typeof createSearchService>('search');
