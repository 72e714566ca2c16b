import type { Core } from '@strapi/strapi';

import type { Position } from '../page/cursor';
import type { StoredFile } from '../page/media';
import { FILE_FIELDS, withSignedMedia } from './readable-media';

const WORK = 'api::work.work';

/** What a work says, published or not. */
export interface WorkContent {
  title: string;
  slug: string;
  body: string | null;
  media: StoredFile[];
}

export interface PublishedWork extends WorkContent {
  documentId: string;
  publishedAt: Date;
  /** When what readers see was last changed; a publish counts. */
  updatedAt: Date;
}

export interface ListedWork {
  title: string;
  slug: string;
  publishedAt: Date;
  /** The images of the work, in the editor's order. */
  media: StoredFile[];
}

export interface ListPage {
  works: ListedWork[];
  /** Where the next, older page starts; null on the last page. */
  next: Position | null;
}

type Dates = 'publishedAt' | 'updatedAt';
type Row<T> = Omit<T, Dates> & { id: number } & Record<Extract<keyof T, Dates>, string | Date>;

const WHOLE = ['documentId', 'title', 'slug', 'body', 'publishedAt', 'updatedAt'];

const withDates = (row: Row<PublishedWork>): PublishedWork => ({
  ...row,
  publishedAt: new Date(row.publishedAt),
  updatedAt: new Date(row.updatedAt),
});

/**
 * What readers may see. It asks the database directly, not the document service, which would wrap
 * each read in a transaction of its own and select every column.
 */
const createPublishedService = ({ strapi }: { strapi: Core.Strapi }) => {
  /** Where a work is public, or null. */
  const findAddress = (documentId: string): Promise<{ slug: string } | null> =>
    strapi.db.query(WORK).findOne({
      select: ['slug'],
      where: { documentId, publishedAt: { $notNull: true } },
    });

  return {
    /** One published work with its media in the editor's order, or null. Two queries. */
    async findBySlug(slug: string): Promise<PublishedWork | null> {
      const row: Row<PublishedWork> | null = await strapi.db.query(WORK).findOne({
        select: WHOLE,
        where: { slug, publishedAt: { $notNull: true } },
        orderBy: { id: 'desc' },
        populate: { media: { select: FILE_FIELDS } },
      });
      return row && withSignedMedia(strapi, withDates(row));
    },

    /**
     * What became of a work that is not public at this address any more: where it is public now, or
     * that it is gone. Undefined if none ever was there.
     */
    async findMoved(slug: string): Promise<{ slug: string } | 'gone' | undefined> {
      const documentId: string | undefined = await strapi
        .plugin('bot')
        .service('formerAddress')
        .find(slug);
      if (documentId === undefined) return undefined;
      return (await findAddress(documentId)) ?? 'gone';
    },

    findAddress,

    /** The newest published works with all that they say. Two queries. */
    async findNewest(limit: number): Promise<PublishedWork[]> {
      const rows: Row<PublishedWork>[] = await strapi.db.query(WORK).findMany({
        select: WHOLE,
        where: { publishedAt: { $notNull: true } },
        orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
        limit,
        populate: { media: { select: FILE_FIELDS } },
      });
      return Promise.all(rows.map((row) => withSignedMedia(strapi, withDates(row))));
    },

    /**
     * One page of the published works, newest first. Two queries, both by index, so that it costs
     * the same however many works there are and however far back the page lies.
     *
     * @param before start after this position; null for the newest works.
     * @param limit how many works a page has.
     */
    async findPage(before: Position | null, limit: number): Promise<ListPage> {
      const rows: Row<ListedWork>[] = await strapi.db.query(WORK).findMany({
        select: ['id', 'title', 'slug', 'publishedAt'],
        where: before
          ? {
              // `<=` lets every database enter the index at the right place; with the two
              // conditions in one OR some of them would read it from the start.
              publishedAt: { $lte: before.publishedAt },
              $or: [{ publishedAt: { $lt: before.publishedAt } }, { id: { $lt: before.id } }],
            }
          : { publishedAt: { $notNull: true } },
        orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
        limit: limit + 1,
        populate: { media: { select: FILE_FIELDS, where: { mime: { $startsWith: 'image/' } } } },
      });

      const page = rows
        .slice(0, limit)
        .map((row) => ({ ...row, publishedAt: new Date(row.publishedAt) }));
      const last = page.at(-1);
      return {
        works: await Promise.all(page.map((work) => withSignedMedia(strapi, work))),
        next: rows.length > limit && last ? { publishedAt: last.publishedAt, id: last.id } : null,
      };
    },
  };
};

export type PublishedService = ReturnType<typeof createPublishedService>;

export default createPublishedService;
