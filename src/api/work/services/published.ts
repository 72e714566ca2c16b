import type { Core } from '@strapi/strapi';

import type { Position } from './cursor';
import { excludedFromSearch } from './excluded-from-search';
import { FILE_FIELDS, withSignedMedia } from './stored-files';
import type { Group, TopicsService } from './topics';
import { createFullWorks, type PublishedWork } from './full-works';

const WORK = 'api::work.work';

const LISTED = ['title', 'slug', 'excerpt', 'authorName', 'language', 'firstPublishedAt'] as const;
/** Number of characters at the beginning of a text that are read to make an excerpt. */
const START = 800;

/** Columns of a work in a list; its media are images only. */
export type ListedWork = Pick<
  PublishedWork,
  (typeof LISTED)[number] | 'media' | 'cover' | 'category'
> & {
  /** Beginning of the text in Markdown. */
  start: string;
  /** Length of the whole text in characters. */
  length: number;
};

export interface ListPage {
  works: ListedWork[];
  /** Position of the next page with older works; null on the last page. */
  next: Position | null;
}

type ListedRow = Omit<ListedWork, 'firstPublishedAt' | 'start' | 'length'> & {
  id: number;
  documentId: string;
  publishedAt: string | Date;
  /**
   * Date of the first publication; null for a row inserted with SQL until the plugin's next repair (every 30 seconds).
   */
  firstPublishedAt: string | Date | null;
};

/** URL of a work as copied from a browser. */
const ADDRESS = /\/works\/([\w.~-]+)\/?(?:[?#].*)?$/;
const NEWEST_FIRST = [{ firstPublishedAt: 'desc' }, { id: 'desc' }];

/** Queries for published works. */
const createPublishedService = ({ strapi }: { strapi: Core.Strapi }) => {
  /** Slug of a published work, or null. */
  const findAddress = (documentId: string): Promise<{ slug: string } | null> =>
    strapi.db.query(WORK).findOne({
      select: ['slug'],
      where: { documentId, publishedAt: { $notNull: true } },
    });

  const topics = () => strapi.service('api::work.topics') as TopicsService;

  /** Time of a list position as a value for SQL conditions. Strapi would cut the microseconds of a string. */
  const timeOf = ({ publishedAt }: Position) =>
    typeof publishedAt === 'string' ? strapi.db.connection.raw('?', [publishedAt]) : publishedAt;

  /** Condition for a page of works: of a tag, category or author, or of all works if `group` is undefined. */
  const whereOf = async (
    before: Position | null,
    limit: number,
    group: Group | undefined,
    isShown = false
  ): Promise<object> => {
    if (group?.id !== undefined && group.kind !== 'authors') {
      const position = before && { time: timeOf(before), id: before.id };
      const within = { before: position ?? undefined, limit, isShown };
      return { id: { $in: await topics().worksOf(group.kind, group.id, within) } };
    }
    if (isShown) {
      const rows: { id: number }[] = await strapi.db
        .getConnection('works as work')
        .select('work.id')
        .whereNotNull('work.published_at')
        .whereNotNull('work.first_published_at')
        .where(group ? { 'work.author_name': group.name } : {})
        .whereNotExists(excludedFromSearch(strapi))
        .orderBy([
          { column: 'work.first_published_at', order: 'desc' },
          { column: 'work.id', order: 'desc' },
        ])
        .limit(limit);
      return { id: { $in: rows.map(({ id }) => id) } };
    }
    return {
      ...(group && { authorName: group.name }),
      publishedAt: { $notNull: true },
      ...(before
        ? {
            // `<=` lets every database seek in the index. With both conditions in one OR, some would read the index
            // from the start.
            firstPublishedAt: { $lte: timeOf(before) },
            $or: [{ firstPublishedAt: { $lt: timeOf(before) } }, { id: { $lt: before.id } }],
          }
        : { firstPublishedAt: { $notNull: true } }),
    };
  };

  const fullWorks = createFullWorks(strapi);

  /** Beginnings and lengths of texts, and the exact dates of first publication, by row id. */
  const startsOf = async (ids: number[], characters: number) => {
    const { connection, dialect } = strapi.db;
    const length = dialect.client === 'mysql' ? 'char_length' : 'length';
    const exact: Record<string, string> = {
      postgres: 'CAST(first_published_at AS text)',
      mysql: 'CAST(first_published_at AS char)',
    };
    interface Start {
      id: number;
      start: string | null;
      length: number | null;
      at: string | number | null;
    }
    const rows: Start[] = await strapi.db
      .getConnection('works')
      .select('id', {
        start: connection.raw(`substr(body, 1, ${characters})`),
        length: connection.raw(`${length}(body)`),
        at: connection.raw(exact[dialect.client] ?? 'first_published_at'),
      })
      .whereIn('id', ids);
    return new Map(rows.map(({ id, start, length: all, at }) => [Number(id), { start, all, at }]));
  };

  /**
   * Reads works for lists.
   * @param characters number of characters to read from the beginning of each text
   */
  const readListed = async (
    params: object,
    characters = START
  ): Promise<(ListedWork & Pick<ListedRow, 'id' | 'documentId'> & { position: Position })[]> => {
    const rows: ListedRow[] = await strapi.db.query(WORK).findMany({
      ...params,
      select: ['id', 'documentId', 'publishedAt', ...LISTED],
      populate: {
        media: { select: FILE_FIELDS, where: { mime: { $startsWith: 'image/' } } },
        cover: { select: FILE_FIELDS },
        category: { select: ['id', 'name', 'slug'] },
      },
    });
    const ids = rows.map(({ id }) => id);
    const starts = await startsOf(ids, characters);
    return Promise.all(
      rows.map(({ publishedAt, ...row }) => {
        const { start, all, at: exact } = starts.get(row.id) ?? {};
        const firstPublishedAt = new Date(row.firstPublishedAt ?? publishedAt);
        const at = exact ?? firstPublishedAt;
        const text = { start: start ?? '', length: Number(all ?? 0) };
        const position = { publishedAt: typeof at === 'string' ? at : new Date(at), id: row.id };
        const work = { ...row, ...text, position, firstPublishedAt };
        return withSignedMedia(strapi, work);
      })
    );
  };

  /**
   * Finds what happened to a work that is no longer published under a slug: its new slug, or 'removed' if it is
   * unpublished. Undefined if no work ever had the slug.
   */
  const findMoved = async (slug: string): Promise<{ slug: string } | 'removed' | undefined> => {
    const documentId: string | undefined = await strapi
      .plugin('bot')
      .service('formerAddress')
      .find(slug);
    if (documentId === undefined) return undefined;
    return (await findAddress(documentId)) ?? 'removed';
  };

  return {
    /** Published work at a URL, for lists; follows changes of the slug. */
    async findAt(address: string): Promise<ListedWork | undefined> {
      const slug = ADDRESS.exec(address)?.[1];
      if (slug === undefined) return undefined;
      const find = async (where: object) =>
        (await readListed({ where: { ...where, publishedAt: { $notNull: true } } }))[0];
      const moved = async () => {
        const now = await findMoved(slug);
        return now && now !== 'removed' ? find(now) : undefined;
      };
      return (await find({ slug })) ?? moved();
    },

    /**
     * Published works among the given documents, in the given order.
     * @param characters number of characters to read from the beginning of each text
     */
    async findListed(ids: readonly string[], characters: number): Promise<ListedWork[]> {
      const where = { documentId: { $in: [...ids] }, publishedAt: { $notNull: true } };
      const works = ids.length === 0 ? [] : await readListed({ where }, characters);
      return ids.flatMap((id) => works.find(({ documentId }) => documentId === id) ?? []);
    },

    findBySlug: (slug: string) => fullWorks.findBySlug(slug),

    findMoved,
    findAddress,

    /** Whether a tag, category or author has a work that search engines may index. */
    async isShown(group: Group): Promise<boolean> {
      const { id }: { id?: { $in: number[] } } = await whereOf(null, 1, group, true);
      return id !== undefined && id.$in.length > 0;
    },

    /**
     * Newest works that search engines may index, with their full content: works of a tag, category or author, or all
     * works. At most five queries.
     */
    async findNewest(limit: number, group?: Group): Promise<PublishedWork[]> {
      const where = await whereOf(null, limit, group, true);
      return fullWorks.findMany({ where, orderBy: NEWEST_FIRST, limit });
    },

    /**
     * Reads a page of the published works, newest first. Runs five to seven queries, which all use an index, so that
     * the cost depends neither on the number of works nor on the position of the page.
     *
     * @param before start after this position; null for the newest works.
     * @param limit works per page.
     * @param group tag, category or author; undefined for all works.
     * @param isShown true to list only works that search engines may index; then `before` must be null.
     */
    async findPage(
      before: Position | null,
      limit: number,
      group?: Group,
      isShown = false
    ): Promise<ListPage> {
      const rows = await readListed({
        where: await whereOf(before, limit + 1, group, isShown),
        orderBy: NEWEST_FIRST,
        limit: limit + 1,
      });
      const last = rows[limit - 1];
      return {
        works: rows.slice(0, limit),
        next: rows.length > limit && last ? last.position : null,
      };
    },
  };
};

export type PublishedService = ReturnType<typeof createPublishedService>;

export default createPublishedService;
