import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';

import { firstPublishOfLink } from '../topic-indexes';

import { rowsOf } from './compiled';
import type { Topic } from './extras';
import { hidden } from './hidden';

/** By what works are put together on a page of their own. */
export type GroupKind = 'tags' | 'categories' | 'authors';

/** Works that have something in common. */
export interface Group {
  kind: GroupKind;
  /** As readers see it. */
  name: string;
  /** The end of its address, as it is stored. */
  slug: string;
  /** Of a topic, the number of its row. */
  id?: number;
}

/** The tables in which Strapi links works to topics. */
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

/** Where the works of a topic, or of an author, are listed. */
export const placeOf = ({ kind, slug }: Pick<Group, 'kind' | 'slug'>): string =>
  `/works/${kind}/${encodeURIComponent(slug)}`;

/** Topics that a sitemap may list (https://www.sitemaps.org/protocol.html), of each kind a third. */
const MAPPED = 16_000;

/** Topics that are named with how many works each has. */
const COUNTED = 12;
const COUNTING_SHARE = 100;

/** A tag with the number of its published works. */
export interface CountedTopic {
  name: string;
  slug: string;
  works: number;
}

/** Characters of a name at most, as its column holds them. */
const LONGEST = 255;

const MARKED_AT_ONCE = 1_000;

/** The last work of the page before, behind which a page of a topic starts. */
interface LinkPosition {
  time: Date | ReturnType<Core.Strapi['db']['connection']['raw']>;
  id: number;
}

const createTopicsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { db } = strapi;

  /** The links of published works to topics. */
  const publishedOf = ({ table, column }: Link) =>
    db
      .getConnection(`${table} as link`)
      .join('works as work', 'work.id', 'link.work_id')
      .where('link.is_public', true)
      .whereNotNull('work.published_at')
      .select({ id: 'work.id', topic: `link.${column}` });

  /**
   * Marks links that are new as those of a published work or of a draft, which no row of a work ever
   * turns into the other: so drafts, however many, are read once and not with each page.
   * @param topic of which; of all if none is named
   */
  const mark = async ({ table, column }: Link, topic?: number): Promise<void> => {
    for (;;) {
      const unmarked: { id: number; date: unknown }[] = await db
        .getConnection(`${table} as link`)
        .leftJoin('works as work', 'work.id', 'link.work_id')
        .select({ id: 'link.id', date: 'work.published_at' })
        .whereNull('link.is_public')
        .where(topic === undefined ? {} : { [`link.${column}`]: topic })
        .limit(MARKED_AT_ONCE);
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
      if (unmarked.length < MARKED_AT_ONCE) return;
    }
  };

  /** Walks the index from author to author, whatever number of works each has. */
  const nextAuthors = (): string => {
    const behind = (name: string): string =>
      db
        .getConnection('works as work')
        .select('work.author_name')
        .whereRaw(`work.author_name > ${name}`)
        .whereNotNull('work.published_at')
        .whereNotExists(hidden(strapi))
        .orderBy('work.author_name')
        .limit(1)
        .toQuery();
    return `WITH RECURSIVE author (name) AS (
      SELECT (${behind("''")}) UNION ALL SELECT (${behind('author.name')}) FROM author WHERE author.name IS NOT NULL
    ) SELECT name FROM author WHERE name IS NOT NULL LIMIT ${MAPPED}`;
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
          .limit(COUNTED)
          .as('link')
      )
      .join('tags as topic', 'topic.id', 'link.tag_id')
      .select('topic.name', 'topic.slug', 'link.works')
      .whereNotNull('topic.slug')
      .orderBy([{ column: 'link.works', order: 'desc' }, 'topic.name']);
    return rows.map((row) => ({ ...row, works: Number(row.works) }));
  };

  /** Counted anew after a hundred times as long as it takes. */
  const counted = new LRUCache<string, CountedTopic[]>({
    max: 1,
    fetchMethod: async (_key, _stale, { options }) => {
      const start = performance.now();
      const topics = await count();
      options.ttl = Math.ceil((performance.now() - start) * COUNTING_SHARE);
      return topics;
    },
  });

  return {
    /** The tag, category or author that an address names, or null if there is none. */
    async find({
      kind: named,
      name: slug = '',
    }: {
      kind?: string;
      name?: string;
    }): Promise<Group | null> {
      const kind = GROUP_KINDS.find((it) => it === named);
      // PostgreSQL takes no NUL character.
      if (!kind || slug === '' || slug.length > LONGEST || slug.includes('\0')) return null;
      if (!isTopic(kind)) return { kind, name: slug, slug };
      const topic: Topic | null = await db
        .query(LINKS[kind].uid)
        .findOne({ select: ['id', 'name', 'slug'], where: { slug }, orderBy: { id: 'asc' } });
      return topic && { kind, ...topic };
    },

    /**
     * The numbers of the published works of a topic, the last first published first: an index gives them
     * in that order, without the drafts.
     * @param before start after this one, its time as a condition takes it
     * @param isShown only those that search engines may know
     */
    async worksOf(
      kind: 'tags' | 'categories',
      topic: number,
      { before, limit, isShown }: { before?: LinkPosition; limit: number; isShown?: boolean }
    ): Promise<number[]> {
      const link = LINKS[kind];
      await mark(link, topic);
      const query = publishedOf(link)
        .where(`link.${link.column}`, topic)
        .orderBy([
          { column: 'link.first_published_at', order: 'desc' },
          { column: 'link.work_id', order: 'desc' },
        ])
        .limit(limit);
      if (before !== undefined) {
        const { time, id } = before;
        // The first condition alone is what an index can seek to; the second settles a tie.
        void query
          .where('link.first_published_at', '<=', time)
          .where((past) =>
            past.where('link.first_published_at', '<', time).orWhere('link.work_id', '<', id)
          );
      }
      if (isShown === true) void query.whereNotExists(hidden(strapi));
      const rows: { id: number }[] = await query;
      return rows.map(({ id }) => id);
    },

    /** The tags that most published works have. */
    async most(): Promise<CountedTopic[]> {
      return (await counted.fetch('tags')) ?? [];
    },

    /** The topics and authors of works that search engines may know, for the sitemap. */
    async mapped(): Promise<Pick<Group, 'kind' | 'slug'>[]> {
      const found: Pick<Group, 'kind' | 'slug'>[] = [];
      for (const kind of ['tags', 'categories'] as const) {
        const link = LINKS[kind];
        await mark(link);
        const rows: { slug: string | null }[] = await db
          .getConnection(`${kind} as topic`)
          .select('topic.slug')
          .whereExists(
            publishedOf(link)
              .whereRaw('?? = ??', [`link.${link.column}`, 'topic.id'])
              .whereNotExists(hidden(strapi))
          )
          .orderBy('topic.id')
          .limit(MAPPED);
        found.push(...rows.flatMap(({ slug }) => (slug ? [{ kind, slug }] : [])));
      }
      const authors: { name: string }[] = rowsOf(await db.connection.raw(nextAuthors()));
      return [...found, ...authors.map(({ name }) => ({ kind: 'authors' as const, slug: name }))];
    },
  };
};

export type TopicsService = ReturnType<typeof createTopicsService>;

export default createTopicsService;
