import type { Core } from '@strapi/strapi';

import type { Position } from '../page/cursor';
import type { StoredFile } from '../page/media';
import { readExtras, type Extras } from './extras';
import { createInPlace } from './in-place';
import { FILE_FIELDS, withSignedMedia } from './readable-media';
import type { Group, TopicsService } from './topics';

const WORK = 'api::work.work';

/** What a work says, published or not. */
export interface WorkContent extends Extras {
  title: string;
  slug: string;
  excerpt: string | null;
  authorName: string | null;
  body: string | null;
  /** Its tag (BCP 47); the site's if there is none. */
  language: string | null;
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
  excerpt: string | null;
  language: string | null;
  publishedAt: Date;
  cover?: StoredFile | null;
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

/** A work as its own row says it. */
type OwnRow = Row<Omit<PublishedWork, keyof Extras>>;

/** The columns of what a work says. */
export const CONTENT = ['id', 'title', 'slug', 'excerpt', 'authorName', 'body', 'language'];
const WHOLE = [...CONTENT, 'documentId', 'publishedAt', 'updatedAt'];
const LISTED = ['id', 'title', 'slug', 'excerpt', 'language', 'publishedAt'];

const NEWEST_FIRST = [{ publishedAt: 'desc' }, { id: 'desc' }];

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

  const topics = () => strapi.service('api::work.topics') as TopicsService;

  /** The works of these rows with what is beside them. */
  const withExtras = async (rows: readonly OwnRow[]): Promise<PublishedWork[]> => {
    const extras = await readExtras(strapi, rows);
    return Promise.all(
      rows.map(({ id, ...row }) =>
        withSignedMedia<PublishedWork>(strapi, {
          ...row,
          ...extras.extrasOf(id),
          publishedAt: new Date(row.publishedAt),
          updatedAt: new Date(row.updatedAt),
        })
      )
    );
  };

  /** The condition on a page of works, all of them or those of a group. */
  const whereOf = async (
    before: Position | null,
    limit: number,
    group: Group | undefined
  ): Promise<object> => {
    if (group?.id !== undefined && group.kind !== 'authors') {
      const ids = await topics().worksOf(group.kind, group.id, { before: before?.id, limit });
      return { id: { $in: ids } };
    }
    return {
      ...(group && { authorName: group.name }),
      ...(before
        ? {
            // `<=` lets every database enter the index at the right place; with the two
            // conditions in one OR some of them would read it from the start.
            publishedAt: { $lte: before.publishedAt },
            $or: [{ publishedAt: { $lt: before.publishedAt } }, { id: { $lt: before.id } }],
          }
        : { publishedAt: { $notNull: true } }),
    };
  };

  const orderOf = (group: Group | undefined) =>
    group?.id === undefined ? NEWEST_FIRST : [{ id: 'desc' }];

  return {
    /** What is published at an address, or null. Three queries at most. */
    findBySlug: createInPlace(strapi),

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

    /** The newest published works, of a group or of all, with all that they say. Three queries at most, of a topic four. */
    async findNewest(limit: number, group?: Group): Promise<PublishedWork[]> {
      const rows: OwnRow[] = await strapi.db.query(WORK).findMany({
        select: WHOLE,
        where: await whereOf(null, limit, group),
        orderBy: orderOf(group),
        limit,
      });
      return withExtras(rows);
    },

    /**
     * One page of the published works, newest first. Three queries (of a topic four), all by index,
     * so that it costs the same however many works there are and however far back the page lies.
     *
     * @param before start after this position; null for the newest works.
     * @param limit how many works a page has.
     * @param group works of which; of all if none is named.
     */
    async findPage(before: Position | null, limit: number, group?: Group): Promise<ListPage> {
      const rows: Row<ListedWork>[] = await strapi.db.query(WORK).findMany({
        select: LISTED,
        where: await whereOf(before, limit + 1, group),
        orderBy: orderOf(group),
        limit: limit + 1,
        populate: {
          media: { select: FILE_FIELDS, where: { mime: { $startsWith: 'image/' } } },
          cover: { select: FILE_FIELDS },
        },
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
