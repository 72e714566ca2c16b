import { createHash } from 'node:crypto';

/** Keeps rendered pages, so that a text of a megabyte is not rendered anew for each of its readers. */
export interface PageCache {
  /** The page made of this content: a kept one, else what `render` returns. */
  get(content: unknown, render: () => string): string;
}

/**
 * Pages are found by what they are made of, so a changed work or file is another page
 * and nothing ever has to be thrown away for being old. The least recently read go when
 * the rest would take more than `capacity` characters.
 */
export const createPageCache = (capacity: number): PageCache => {
  // A Map keeps the order of insertion: the first is the least recently read.
  const pages = new Map<string, string>();
  let size = 0;

  const remove = (key: string): void => {
    size -= pages.get(key)?.length ?? 0;
    pages.delete(key);
  };

  return {
    get(content, render) {
      const key = createHash('sha256').update(JSON.stringify(content)).digest('base64');
      const page = pages.get(key) ?? render();
      remove(key);
      if (page.length > capacity) return page;
      pages.set(key, page);
      size += page.length;
      for (const oldest of pages.keys()) {
        if (size <= capacity) break;
        remove(oldest);
      }
      return page;
    },
  };
};
