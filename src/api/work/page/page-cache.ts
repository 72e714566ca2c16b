import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

/** Keeps rendered pages, so that a text of a megabyte is not rendered anew for each of its readers. */
export interface PageCache<Page> {
  /** The page made of this content: a kept one, else what `render` returns. */
  get(content: unknown, render: () => Page): Page;
}

/**
 * Pages are found by what they are made of, so a changed work or file is another page
 * and nothing ever has to be thrown away for being old. The least recently read go when
 * the rest would take more than `capacity` characters; a page longer than that is not kept.
 * @param lengthOf how many characters a page takes
 */
export const createPageCache = <Page extends string | object>(
  capacity: number,
  lengthOf: (page: Page) => number
): PageCache<Page> => {
  const pages = new LRUCache<string, Page>({ maxSize: capacity, sizeCalculation: lengthOf });

  return {
    get(content, render) {
      const key = createHash('sha256').update(JSON.stringify(content)).digest('base64');
      let page = pages.get(key);
      if (page === undefined) {
        page = render();
        pages.set(key, page);
      }
      return page;
    },
  };
};
