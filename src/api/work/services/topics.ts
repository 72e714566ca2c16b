import type { Core } from '@strapi/strapi';

import type { Topic } from './extras';

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

export const GROUP_KINDS: readonly GroupKind[] = ['tags', 'categories', 'authors'];

const isTopic = (kind: GroupKind): kind is keyof typeof LINKS => kind in LINKS;

/** Where the works of a topic, or of an author, are listed. */
export const placeOf = ({ kind, slug }: Pick<Group, 'kind' | 'slug'>): string =>
  `/works/${kind}/${encodeURIComponent(slug)}`;

/** Topics that a sitemap may list (https://www.sitemaps.org/protocol.html), of each kind half. */
const MAPPED = 25_000;

const createTopicsService = ({ strapi }: { strapi: Core.Strapi }) => {
  /** The published works of a topic; the newest has the highest number. */
  const publishedOf = ({ table, column }: (typeof LINKS)[keyof typeof LINKS]) =>
    strapi.db
      .getConnection(`${table} as link`)
      .join('works as work', 'work.id', 'link.work_id')
      .whereNotNull('work.published_at')
      .select({ id: 'work.id', topic: `link.${column}` });

  return {
    /** A topic with this slug, or an author of this name; null if there is none. */
    async find(kind: GroupKind, slug: string): Promise<Group | null> {
      if (!isTopic(kind)) return { kind, name: slug, slug };
      const topic: Topic | null = await strapi.db
        .query(LINKS[kind].uid)
        .findOne({ select: ['id', 'name', 'slug'], where: { slug }, orderBy: { id: 'asc' } });
      return topic && { kind, ...topic };
    },

    /**
     * The numbers of the newest published works of a topic. A publish makes a new row, so they are in
     * the order of publication, and an index gives them in it.
     * @param before start after this one
     */
    async worksOf(
      kind: 'tags' | 'categories',
      topic: number,
      { before, limit }: { before?: number; limit: number }
    ): Promise<number[]> {
      const link = LINKS[kind];
      const query = publishedOf(link)
        .where(`link.${link.column}`, topic)
        .orderBy('link.work_id', 'desc')
        .limit(limit);
      if (before !== undefined) void query.where('link.work_id', '<', before);
      const rows: { id: number }[] = await query;
      return rows.map(({ id }) => id);
    },

    /** The topics of published works, for the sitemap. */
    async mapped(): Promise<Pick<Group, 'kind' | 'slug'>[]> {
      const found: Pick<Group, 'kind' | 'slug'>[] = [];
      for (const kind of ['tags', 'categories'] as const) {
        const link = LINKS[kind];
        const rows: { slug: string | null }[] = await strapi.db
          .getConnection(`${kind} as topic`)
          .select('topic.slug')
          .whereExists(publishedOf(link).whereRaw('?? = ??', [`link.${link.column}`, 'topic.id']))
          .orderBy('topic.id')
          .limit(MAPPED);
        found.push(...rows.flatMap(({ slug }) => (slug ? [{ kind, slug }] : [])));
      }
      return found;
    },
  };
};

export type TopicsService = ReturnType<typeof createTopicsService>;

export default createTopicsService;
