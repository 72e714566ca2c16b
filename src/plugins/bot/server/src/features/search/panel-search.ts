import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { CHANGE_UID } from '../../core/constants';
import { knexOf, tableOf } from '../../core/database/connection';
import { narrow, type ReadMiddleware } from '../../core/writes/phases';
import { requestsAllStatuses, type ListParams } from '../large-sites';

import { endingsInQuery } from './endings';
import type { Progress } from './progress';
import { getSearchService } from './search';

/**
 * Maximum number of matching rows to pass to Strapi as ids. With more matches, Strapi's own search fills a page soon.
 */
const NAMED = 2_000;
/** Maximum number of matches to count. */
const COUNTED = 10_000;
/** Maximum number of unindexed rows with which the panel's search still uses the search index. */
const WAITING = 1_000;
/**
 * Lifetime in milliseconds and maximum size of the cache for search texts with very many matches, which are slow to
 * search.
 */
const REMEMBERED_MILLISECONDS = 10 * 60_000;
const REMEMBERED = 100;

/** The matches of a search text. */
interface Found {
  /** Ids of all rows that may match; undefined for very many. */
  rows: number[] | undefined;
  /** The approximate number of matches, at most 10,000. */
  about: () => Promise<number>;
}

/** Makes the function that searches drafts; it returns undefined if Strapi must search without the index. */
const createSearch = (strapi: Core.Strapi) => {
  const table = tableOf(strapi, botConfig(strapi).contentType);
  const many = new Map<string, { until: number; found: Found }>();

  /**
   * Finds the ids of rows that the search index has not read yet, which may therefore match any text. Returns undefined
   * for more than `WAITING` rows.
   */
  const findWaiting = async ({ row, change }: Progress): Promise<number[] | undefined> => {
    const changes = tableOf(strapi, CHANGE_UID);
    const knex = knexOf(strapi);
    const found: { id: number }[] = await knex(table)
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
      .limit(WAITING + 1);
    return found.length > WAITING ? undefined : found.map(({ id }) => id);
  };

  /**
   * Finds the ids of rows that may match a text, by the words of the text in the search index. If fewer than `limit`
   * rows have the longest word, the other words are not checked. Returns undefined if all words are too short.
   */
  const findRows = async (text: string, limit: number): Promise<number[] | undefined> => {
    const [longest, ...others] = endingsInQuery(text);
    if (longest === undefined) return undefined;
    const find = (terms: (typeof longest)[]) =>
      getSearchService(strapi).index.find({ terms, where: 'endings' }, limit, 'any');
    const rows = await find([longest]);
    return rows.length < limit || others.length === 0 ? rows : find([longest, ...others]);
  };

  return async (text: string): Promise<Found | undefined> => {
    const progress = await getSearchService(strapi).progress.read();
    if (progress?.isFilled !== true) return undefined;
    const waiting = await findWaiting(progress);
    if (waiting === undefined) return undefined;
    const remembered = many.get(text);
    if (remembered && remembered.until > Date.now()) return remembered.found;
    const known = await findRows(text, NAMED + 1);
    if (known === undefined) return undefined;
    if (known.length <= NAMED) {
      return { rows: [...new Set([...known, ...waiting])], about: async () => known.length };
    }
    const found = {
      rows: undefined,
      about: _.once(async () => (await findRows(text, COUNTED))?.length ?? 0),
    };
    if (many.size >= REMEMBERED) many.clear();
    many.set(text, { until: Date.now() + REMEMBERED_MILLISECONDS, found });
    return found;
  };
};

/**
 * Narrows Strapi's search of drafts to rows that may match, by the index. Strapi then searches these rows as usual.
 * Strapi's own search soon fills a page if very many entries match; the index then only counts the matches.
 */
export const createSearchByIndex = (strapi: Core.Strapi): ReadMiddleware => {
  const search = _.once(() => createSearch(strapi));
  /** Searches of a request, cached because the panel reads and counts a page in one request. */
  const ofRequests = new WeakMap<object, Map<string, Promise<Found | undefined>>>();

  const find = (text: string): Promise<Found | undefined> => {
    const request = strapi.requestContext.get();
    if (request === undefined) return search()(text);
    const known = ofRequests.get(request) ?? new Map<string, Promise<Found | undefined>>();
    ofRequests.set(request, known);
    const found = known.get(text) ?? search()(text);
    known.set(text, found);
    return found;
  };

  return async (read, next) => {
    const params = read.params as ListParams;
    const { _q: text, status = 'draft' } = params;
    if (typeof text !== 'string' || status !== 'draft' || strapi.db.inTransaction()) return next();
    const found = await find(text);
    if (found?.rows !== undefined) {
      narrow(read, { id: { $in: found.rows } });
    } else if (
      found &&
      read.action === 'count' &&
      requestsAllStatuses({ ...params, _q: undefined })
    ) {
      return found.about();
    }
    return next();
  };
};
