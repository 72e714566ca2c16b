/**
 * Relies on: names and columns of Strapi's link tables `works_tags_lnk` and `works_category_lnk`
 * Breaks if: Strapi names its tables or their columns differently
 * Checked by: tests/pages/topics.test.ts
 */

import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';

import { firstPublishOfLink } from '../indexes';

import { rowsOf } from './compiled-query';
import type { Topic } from './work-metadata';
import { excludedFromSearch } from './excluded-from-search';

/** Kinds of groups. Each tag, category and author has a page that lists its works. */
export type GroupKind = 'tags' | 'categories' | 'authors';

/** A tag, category or author, which has a page with the list of its works. */
export interface Group {
  kind: GroupKind;
  /** Name that readers see. */
  name: string;
  /** Last part of the path of the group's page, not percent-encoded. */
  slug: string;
  /** Row id of a tag or category. */
  id?: number;
}

/** Strapi's link tables between works and their tags or categories. */
const LINKS = {
  tags: { uid: 'api::tag.tag', table: 'works_tags_lnk', column: 'tag_id' },
  categories: {
    uid: 'api::category.category',
    table: 'works_category_lnk',
    column: 'category_id',
  },
} as const;

type Link = (typeof LINKS)[keyof typeof LINKS];

export const GROUP_KINDS: readonly GroupKind[] = ['tags', 'categories', 'authors'];

const isTopic = (kind: GroupKind): kind is keyof typeof LINKS => kind in LINKS;

/** Path of the page that lists the works of a tag, category or author. */
export const pathOf = ({ kind, slug }: Pick<Group, 'kind' | 'slug'>): string =>
  `/works/${kind}/${encodeURIComponent(slug)}`;

/**
 * Maximum number of tags in a sitemap, and also of categories and of authors: each about a third of the limit of 50,000
 * URLs (https://www.sitemaps.org/protocol.html).
 */
const MOST_IN_SITEMAP = 16_000;

/** Maximum number of tags that the home page lists, each with its number of works. */
const MOST_COUNTED = 12;
const COUNTING_SHARE = 100;

/** A tag with the number of its published works. */
export interface CountedTopic {
  name: string;
  slug: string;
  works: number;
}

/** Maximum number of characters of a name or slug, as in the database column. */
const LONGEST = 255;

const MARK_BATCH = 1_000;

/** Last work on the previous page of a tag or category, for paging by cursor. */
interface LinkPosition {
  time: Date | ReturnType<Core.Strapi['db']['connection']['raw']>;
  id: number;
}

const createTopicsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { db } = strapi;

  /** Query for links of published works to tags or categories. */
  const publishedLinks = ({ table, column }: Link) =>
    db
      .getConnection(`${table} as link`)
      .join('works as work', 'work.id', 'link.work_id')
      .where('link.is_public', true)
      .whereNotNull('work.published_at')
      .select({ id: 'work.id', topic: `link.${column}` });

  /**
   * Sets `is_public` where it is null in a link table between works and tags or categories: true for a published work,
   * false for a draft. A row of a draft never becomes a row of a published work, so `is_public` is set only once per
   * row.
   * @param topic row id of a tag or category; undefined for all
   */
  const mark = async ({ table, column }: Link, topic?: number): Promise<void> => {
    for (;;) {
      const unmarked: { id: number; date: unknown }[] = await db
        .getConnection(`${table} as link`)
        .leftJoin('works as work', 'work.id', 'link.work_id')
        .select({ id: 'link.id', date: 'work.published_at' })
        .whereNull('link.is_public')
        .where(topic === undefined ? {} : { [`link.${column}`]: topic })
        .limit(MARK_BATCH);
      for (const isPublic of [true, false]) {
        const ids = unmarked.filter(({ date }) => (date !== null) === isPublic);
        if (ids.length > 0) {
          await db
            .getConnection(table)
            .whereIn(
              'id',
              ids.map(({ id }) => id)
            )
            .update({
              is_public: isPublic,
              ...(isPublic && { first_published_at: firstPublishOfLink(strapi, table) }),
            });
        }
      }
      if (unmarked.length < MARK_BATCH) return;
    }
  };

  /** SQL that selects author names for the sitemap, with one index look-up per author, however many works each has. */
  const authorsQuery = (): string => {
    const behind = (name: string): string =>
      db
        .getConnection('works as work')
        .select('work.author_name')
        .whereRaw(`work.author_name > ${name}`)
        .whereNotNull('work.published_at')
        .whereNotExists(excludedFromSearch(strapi))
        .orderBy('work.author_name')
        .limit(1)
        .toQuery();
    return `WITH RECURSIVE author (name) AS (
      SELECT (${behind("''")}) UNION ALL SELECT (${behind('author.name')}) FROM author WHERE author.name IS NOT NULL
    ) SELECT name FROM author WHERE name IS NOT NULL LIMIT ${MOST_IN_SITEMAP}`;
  };

  const count = async (): Promise<CountedTopic[]> => {
    await mark(LINKS.tags);
    const rows: CountedTopic[] = await db
      .getConnection()
      .from(
        db
          .getConnection('works_tags_lnk')
          .select('tag_id')
          .count({ works: 'work_id' })
          .where('is_public', true)
          .groupBy('tag_id')
          .orderBy('works', 'desc')
          .limit(MOST_COUNTED)
          .as('link')
      )
      .join('tags as topic', 'topic.id', 'link.tag_id')
      .select('topic.name', 'topic.slug', 'link.works')
      .whereNotNull('topic.slug')
      .orderBy([{ column: 'link.works', order: 'desc' }, 'topic.name']);
    return rows.map((row) => ({ ...row, works: Number(row.works) }));
  };

  /**
   * Cache of the most used tags with their numbers of works. Expires after a hundred times as long as the counting
   * query took.
   */
  const countCache = new LRUCache<string, CountedTopic[]>({
    max: 1,
    fetchMethod: async (_key, _stale, { options }) => {
      const start = performance.now();
      const topics = await count();
      options.ttl = Math.ceil((performance.now() - start) * COUNTING_SHARE);
      return topics;
    },
  });

  return {
    /** Tag, category or author of a URL, or null if there is none. */
    async find({
      kind: named,
      name: slug = '',
    }: {
      kind?: string;
      name?: string;
    }): Promise<Group | null> {
      const kind = GROUP_KINDS.find((it) => it === named);
      // PostgreSQL does not accept NUL characters.
      if (!kind || slug === '' || slug.length > LONGEST || slug.includes('\0')) return null;
      if (!isTopic(kind)) return { kind, name: slug, slug };
      const topic: Topic | null = await db
        .query(LINKS[kind].uid)
        .findOne({ select: ['id', 'name', 'slug'], where: { slug }, orderBy: { id: 'asc' } });
      return topic && { kind, ...topic };
    },

    /**
     * Row ids of the published works of a tag or category, by date of first publication, newest first. Reads them in
     * this order from an index of the link table that contains drafts separately.
     * @param before position after which the page starts
     * @param isShown only works that search engines may index
     */
    async worksOf(
      kind: 'tags' | 'categories',
      topic: number,
      { before, limit, isShown }: { before?: LinkPosition; limit: number; isShown?: boolean }
    ): Promise<number[]> {
      const link = LINKS[kind];
      await mark(link, topic);
      const query = publishedLinks(link)
        .where(`link.${link.column}`, topic)
        .orderBy([
          { column: 'link.first_published_at', order: 'desc' },
          { column: 'link.work_id', order: 'desc' },
        ])
        .limit(limit);
      if (before !== undefined) {
        const { time, id } = before;
        // Databases can seek in the index with the first condition only; the second decides between equal dates.
        void query
          .where('link.first_published_at', '<=', time)
          .where((past) =>
            past.where('link.first_published_at', '<', time).orWhere('link.work_id', '<', id)
          );
      }
      if (isShown === true) void query.whereNotExists(excludedFromSearch(strapi));
      const rows: { id: number }[] = await query;
      return rows.map(({ id }) => id);
    },

    /** Tags with the most published works. */
    async mostUsed(): Promise<CountedTopic[]> {
      return (await countCache.fetch('tags')) ?? [];
    },

    /** Tags, categories and authors with works that search engines may index, for the sitemap. */
    async forSitemap(): Promise<Pick<Group, 'kind' | 'slug'>[]> {
      const found: Pick<Group, 'kind' | 'slug'>[] = [];
      for (const kind of ['tags', 'categories'] as const) {
        const link = LINKS[kind];
        await mark(link);
        const rows: { slug: string | null }[] = await db
          .getConnection(`${kind} as topic`)
          .select('topic.slug')
          .whereExists(
            publishedLinks(link)
              .whereRaw('?? = ??', [`link.${link.column}`, 'topic.id'])
              .whereNotExists(excludedFromSearch(strapi))
          )
          .orderBy('topic.id')
          .limit(MOST_IN_SITEMAP);
        found.push(...rows.flatMap(({ slug }) => (slug ? [{ kind, slug }] : [])));
      }
      const authors: { name: string }[] = rowsOf(await db.connection.raw(authorsQuery()));
      return [...found, ...authors.map(({ name }) => ({ kind: 'authors' as const, slug: name }))];
    },
  };
};

export type TopicsService = ReturnType<typeof createTopicsService>;

export default createTopicsService;
