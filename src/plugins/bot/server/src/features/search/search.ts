import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { query, tableOf } from '../../core/database/connection';
import { serviceOf } from '../../core/service';
import { createIndexer } from '../large-sites';

import { createIndexedWorks } from './indexed-works';
import { createMarker } from './marker';
import { createMysqlWordIndex } from './mysql-word-index';
import { createPostgresWordIndex } from './postgres-word-index';
import { createSqliteWordIndex } from './sqlite-word-index';
import type { WordIndex } from './word-index';
import { askedOf } from './words';

/** Publications that are put in the order of how well they fit; of more, those with all words in the title come first. */
const SORTED = 500;
/** How long a search waits for its index, the first one of a small site, too. */
const PATIENCE_MILLISECONDS = 1_000;

const INDEXES: Record<string, ((strapi: Core.Strapi, table: string) => WordIndex) | undefined> = {
  sqlite: createSqliteWordIndex,
  postgres: createPostgresWordIndex,
  mysql: createMysqlWordIndex,
};

/** What a search has found. */
export interface Found {
  /** Ids of publications. */
  ids: string[];
  /** Whether the index has all that is on the site; it is made when it is first asked for. */
  isWhole: boolean;
}

/**
 * Finds publications by the words with which they are shown. The index is made when somebody first looks for
 * something, and then follows what changes.
 */
export const createSearchService = ({ strapi }: { strapi: Core.Strapi }) => {
  const table = _.once(() => tableOf(strapi, botConfig(strapi).contentType));
  const index = _.once(() => INDEXES[strapi.db.dialect.client]?.(strapi, table()));
  const read = _.once(() => createIndexedWorks(strapi));

  const { progress, ...indexer } = createIndexer(strapi, {
    name: 'words',
    isWanted: async () => false,
    make: async () => (await index()?.make()) ?? false,
    put: async (choose) => {
      const works = await read()(choose);
      if (works.length > 0) await index()?.put(works);
    },
    forgetGone: async (from, to) => index()?.forgetGone(from, to),
  });

  const toIds = async (rows: number[]): Promise<string[]> => {
    if (rows.length === 0) return [];
    const found: { id: number; document_id: string }[] = await query(strapi, (knex) =>
      knex(table()).select('id', 'document_id').whereIn('id', rows)
    );
    const byRow = new Map(found.map(({ id, document_id: documentId }) => [id, documentId]));
    return rows.flatMap((row) => byRow.get(row) ?? []);
  };

  /** @returns whether the index has everything */
  const follow = (): Promise<boolean> => {
    const until = performance.now() + PATIENCE_MILLISECONDS;
    return indexer.follow(() => performance.now() < until);
  };

  return {
    ...indexer,

    /**
     * Finds what is public, the best first: each word, or one that begins with it, has to be there.
     * @param limit how many, behind so many others
     */
    async find(text: string, { offset, limit }: { offset: number; limit: number }): Promise<Found> {
      const isWhole = await follow();
      const terms = askedOf(text);
      const words = index();
      if (terms.length === 0 || words === undefined) return { ids: [], isWhole };
      const asked = { terms, isPublic: true };
      const newest = await words.newest(asked, SORTED + 1);
      const rows =
        newest.length > SORTED
          ? [...(await words.newest({ ...asked, isInTitle: true }, SORTED)), ...newest]
          : await words.best(asked, SORTED);
      return { ids: await toIds(_.uniq(rows).slice(offset, offset + limit)), isWhole };
    },

    /** Finds drafts as well, the newest first. */
    async findNewest(text: string, limit: number): Promise<Found> {
      const isWhole = await follow();
      const terms = askedOf(text);
      const rows =
        terms.length === 0 ? [] : await index()?.newest({ terms, isPublic: false }, limit);
      return { ids: await toIds(rows ?? []), isWhole };
    },

    /** Shows where the words are that a text asks for. */
    marker: createMarker,
  };
};

export const getSearchService = serviceOf<typeof createSearchService>('search');
