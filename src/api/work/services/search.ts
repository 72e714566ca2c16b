import type { Core } from '@strapi/strapi';

import type { ListedWork, PublishedService } from './published';

/** Part of a text: either a searched word, or text without searched words. */
export interface Part {
  text: string;
  isFound: boolean;
}

/** Finds and highlights the searched words in a text. */
export interface Marker {
  mark(text: string): Part[];
  /** Part of a text around the first match. */
  around(text: string, before: number, length: number): string;
  excerpt(text: string): Part[];
}

/** Search service of the bot plugin, which maintains the index. */
interface WordSearch {
  find(
    text: string,
    part: { offset: number; limit: number }
  ): Promise<{ ids: string[]; isWhole: boolean }>;
  marker(text: string): Marker;
}

/** Result of a search. */
export interface FoundWorks {
  works: ListedWork[];
  marker: Marker;
  /** Whether there are more results. */
  hasMore: boolean;
  /** Whether the search index was complete. */
  isWhole: boolean;
}

/** Maximum number of characters of each text in which matches are marked. The search index covers the same number. */
const LOOKED_THROUGH = 20_000;

const createSearchService = ({ strapi }: { strapi: Core.Strapi }) => {
  const words = () => strapi.plugin('bot').service('search') as unknown as WordSearch | undefined;

  return {
    /** Whether the search is enabled on this site. */
    isEnabled: (): boolean => words() !== undefined,

    /** Published works that match the words, best first; null if the search is disabled. */
    async find(text: string, offset: number, limit: number): Promise<FoundWorks | null> {
      const search = words();
      if (search === undefined) return null;
      const { ids, isWhole } = await search.find(text, { offset, limit: limit + 1 });
      const published = strapi.service('api::work.published') as PublishedService;
      const works = await published.findListed(ids.slice(0, limit), LOOKED_THROUGH);
      return { works, isWhole, hasMore: ids.length > limit, marker: search.marker(text) };
    },
  };
};

export type SearchService = ReturnType<typeof createSearchService>;

export default createSearchService;
