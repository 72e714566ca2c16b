/**
 * Relies on: name and columns of Strapi's link table `files_related_mph`
 * Breaks if: Strapi names its tables or their columns differently
 * Checked by: tests/pages/sitemap.test.ts
 */

import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';

import { excludedFromSearch } from './excluded-from-search';
import type { StoredFile } from './stored-files';

/** Maximum number of URLs in one sitemap (https://www.sitemaps.org/protocol.html). */
const MOST_URLS = 50_000;
/** Number of works that are read with one query. */
const BATCH = 1_000;
const MINUTES_10 = 10 * 60 * 1000;

/** A published work in a sitemap. */
export interface MappedWork {
  id: number;
  slug: string;
  publishedAt: string | number | Date;
  updatedAt: string | number | Date;
  media: Image[];
}

type Image = Pick<StoredFile, 'url'>;
type Row = Omit<MappedWork, 'media'>;

/**
 * Divides the published works among sitemaps by ranges of row ids. Each sitemap is read by primary key, so its cost
 * does not depend on the number of works. It contains only works that search engines may index.
 */
const createSitemapService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { db } = strapi;

  /** Reads some works of a sitemap, sorted by row id. The sorting makes each database use the primary key. */
  const readWorks = (chunk: number, after: number, limit: number): Promise<Row[]> =>
    db
      .getConnection('works as work')
      .select({
        id: 'work.id',
        slug: 'work.slug',
        publishedAt: 'work.published_at',
        updatedAt: 'work.updated_at',
      })
      .where('work.id', '>', after)
      .where('work.id', '<', (chunk + 1) * MOST_URLS)
      .whereNotNull('work.published_at')
      .whereNotNull('work.slug')
      .whereNotExists(excludedFromSearch(strapi))
      .orderBy('work.id')
      .limit(limit);

  const hasWorks = async (chunk: number): Promise<boolean> =>
    (await readWorks(chunk, chunk * MOST_URLS - 1, 1)).length > 0;

  const withImages = async (works: Row[]): Promise<MappedWork[]> => {
    // SQLite scans all links for an empty IN.
    if (works.length === 0) return [];
    const images: { work: number; url: string }[] = await db
      .getConnection('files_related_mph as link')
      .join('files as file', 'file.id', 'link.file_id')
      .select({ work: 'link.related_id', url: 'file.url' })
      .where({ 'link.related_type': 'api::work.work', 'link.field': 'media' })
      .whereIn(
        'link.related_id',
        works.map(({ id }) => id)
      )
      .where('file.mime', 'like', 'image/%')
      .orderBy('link.order');
    const byWork = new Map(
      works.map((work) => [Number(work.id), { ...work, media: [] as Image[] }])
    );
    for (const { work, url } of images) byWork.get(Number(work))?.media.push({ url });
    return [...byWork.values()];
  };

  /** Chunk numbers of the sitemaps with content, cached until a new work is published, for ten minutes at most. */
  const chunkCache = new LRUCache<number, number[]>({
    max: 1,
    ttl: MINUTES_10,
    fetchMethod: async () => {
      // Scans an index once; a query per sitemap would scan it once for each.
      const first = db.connection.raw('?? - ?? % ? as ??', ['id', 'id', MOST_URLS, 'first']);
      const ranges: { first: number }[] = await db
        .getConnection('works')
        .distinct(first)
        .whereNotNull('published_at')
        .orderBy('first');
      const chunks = ranges.map((range) => Number(range.first) / MOST_URLS);
      const areListed = await Promise.all(chunks.map(hasWorks));
      return chunks.filter((_, index) => areListed[index]);
    },
  });

  return {
    /** Whether a sitemap has content. */
    hasWorks,

    /** Chunk numbers of the sitemaps with content. */
    async chunks(): Promise<number[]> {
      const newest: { id: number } | undefined = await db
        .getConnection('works')
        .whereNotNull('published_at')
        .whereNotNull('first_published_at')
        .orderBy([
          { column: 'first_published_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .first('id');
      return newest === undefined ? [] : ((await chunkCache.fetch(Number(newest.id))) ?? []);
    },

    /** Works of a sitemap, read in batches, so that other requests are served in between. */
    async *works(chunk: number): AsyncGenerator<MappedWork> {
      let after = chunk * MOST_URLS - 1;
      for (;;) {
        const batch = await withImages(await readWorks(chunk, after, BATCH));
        yield* batch;
        const final = batch.at(-1);
        if (final === undefined || batch.length < BATCH) return;
        after = final.id;
      }
    },
  };
};

export type SitemapService = ReturnType<typeof createSitemapService>;

export default createSitemapService;
