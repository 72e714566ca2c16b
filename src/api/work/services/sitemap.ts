import type { Core } from '@strapi/strapi';

import type { StoredFile } from '../page/media';

const WORK = 'api::work.work';

/** What one sitemap may list (https://www.sitemaps.org/protocol.html). */
const PLACES = 50_000;
/** Works that are read at a time. */
const BATCH = 1_000;

/** A published work as a sitemap lists it. */
export interface MappedWork {
  id: number;
  slug: string;
  updatedAt: string | Date;
  media: Pick<StoredFile, 'url'>[];
}

/**
 * Divides what is published among sitemaps by the numbers of the rows, so that each is found by
 * the primary key and costs the same, however many works there are. A sitemap lists at most as
 * many works as there are numbers in its stretch.
 */
const createSitemapService = ({ strapi }: { strapi: Core.Strapi }) => {
  const works = () => strapi.db.query(WORK);
  const published = { publishedAt: { $notNull: true } };
  const stretch = (chunk: number) => ({ first: chunk * PLACES, last: (chunk + 1) * PLACES - 1 });

  const hasWorks = async (chunk: number): Promise<boolean> => {
    const { first, last } = stretch(chunk);
    const row: unknown = await works().findOne({
      select: ['id'],
      where: { id: { $gte: first, $lte: last }, ...published },
    });
    return row !== null;
  };

  return {
    /** Whether a sitemap lists something. */
    hasWorks,

    /** The numbers of the sitemaps that list something. */
    async chunks(): Promise<number[]> {
      const newest: { id: number } | null = await works().findOne({
        select: ['id'],
        where: published,
        orderBy: { id: 'desc' },
      });
      if (newest === null) return [];
      const found: number[] = [];
      for (let chunk = 0; chunk <= Math.floor(newest.id / PLACES); chunk += 1) {
        if (await hasWorks(chunk)) found.push(chunk);
      }
      return found;
    },

    /** What one sitemap lists, some at a time, so that other requests are answered between. */
    async *works(chunk: number): AsyncGenerator<MappedWork> {
      const { first, last } = stretch(chunk);
      let after = first - 1;
      for (;;) {
        const batch: MappedWork[] = await works().findMany({
          select: ['id', 'slug', 'updatedAt'],
          where: { id: { $gt: after, $lte: last }, ...published },
          orderBy: { id: 'asc' },
          limit: BATCH,
          populate: { media: { select: ['url'], where: { mime: { $startsWith: 'image/' } } } },
        });
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
