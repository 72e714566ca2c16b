import type { Core } from '@strapi/strapi';

import type { ListedWork, PublishedService } from './published';

/** A part of a text, with the words that were looked for in parts of their own. */
export interface Part {
  text: string;
  isFound: boolean;
}

/** Shows where in texts the words are that somebody looks for. */
export interface Marker {
  mark(text: string): Part[];
  /** A stretch of a text around the first of them. */
  around(text: string, before: number, length: number): string;
  excerpt(text: string): Part[];
}

/** The service of the bot's plugin, which has the index. */
interface WordSearch {
  find(
    text: string,
    part: { offset: number; limit: number }
  ): Promise<{ ids: string[]; isWhole: boolean }>;
  marker(text: string): Marker;
}

/** Works that a search has found. */
export interface FoundWorks {
  works: ListedWork[];
  marker: Marker;
  /** Whether there are others behind these. */
  hasMore: boolean;
  /** Whether all that is public was looked through. */
  isWhole: boolean;
}

/** Characters of a text in which words are shown; as many are indexed. */
const LOOKED_THROUGH = 20_000;

const createSearchService = ({ strapi }: { strapi: Core.Strapi }) => {
  const words = () => strapi.plugin('bot').service('search') as unknown as WordSearch | undefined;

  return {
    /** Whether this site can be searched. */
    isThere: (): boolean => words() !== undefined,

    /** Published works with some words, the best first; null if this site cannot be searched. */
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
