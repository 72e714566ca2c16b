import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';

import { hidden } from './hidden';
import type { StoredFile } from './stored-files';

/** What one sitemap may list (https://www.sitemaps.org/protocol.html). */
const PLACES = 50_000;
/** Works that are read at a time. */
const BATCH = 1_000;
const MINUTES_10 = 10 * 60 * 1000;

/** A published work as a sitemap lists it. */
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
 * Divides what is published among sitemaps by the numbers of the rows, so that each is found by
 * the primary key and costs the same, however many works there are. A sitemap lists at most as
 * many works as there are numbers in its stretch, and none that asks search engines to leave it out.
 */
const createSitemapService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { db } = strapi;

  /** Some works of a sitemap; their order leads each database to the primary key. */
  const listed = (chunk: number, after: number, limit: number): Promise<Row[]> =>
    db
      .getConnection('works as work')
      .select({
        id: 'work.id',
        slug: 'work.slug',
        publishedAt: 'work.published_at',
        updatedAt: 'work.updated_at',
      })
      .where('work.id', '>', after)
      .where('work.id', '<', (chunk + 1) * PLACES)
      .whereNotNull('work.published_at')
      .whereNotNull('work.slug')
      .whereNotExists(hidden(strapi))
      .orderBy('work.id')
      .limit(limit);

  const hasWorks = async (chunk: number): Promise<boolean> =>
    (await listed(chunk, chunk * PLACES - 1, 1)).length > 0;

  const withImages = async (works: Row[]): Promise<MappedWork[]> => {
    // SQLite reads all links for an IN of nothing.
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

  /** The sitemaps that list something, for as long as nothing is published. */
  const found = new LRUCache<number, number[]>({
    max: 1,
    ttl: MINUTES_10,
    fetchMethod: async () => {
      // One look into an index; a question for each sitemap reads it as often as there are sitemaps.
      const first = db.connection.raw('?? - ?? % ? as ??', ['id', 'id', PLACES, 'first']);
      const stretches: { first: number }[] = await db
        .getConnection('works')
        .distinct(first)
        .whereNotNull('published_at')
        .orderBy('first');
      const chunks = stretches.map((stretch) => Number(stretch.first) / PLACES);
      const areListed = await Promise.all(chunks.map(hasWorks));
      return chunks.filter((_, index) => areListed[index]);
    },
  });

  return {
    /** Whether a sitemap lists something. */
    hasWorks,

    /** The numbers of the sitemaps that list something. */
    async chunks(): Promise<number[]> {
      const newest: { id: number } | undefined = await db
        .getConnection('works')
        .whereNotNull('published_at')
        .orderBy([
          { column: 'published_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .first('id');
      return newest === undefined ? [] : ((await found.fetch(Number(newest.id))) ?? []);
    },

    /** What one sitemap lists, some at a time, so that other requests are answered between. */
    async *works(chunk: number): AsyncGenerator<MappedWork> {
      let after = chunk * PLACES - 1;
      for (;;) {
        const batch = await withImages(await listed(chunk, after, BATCH));
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
