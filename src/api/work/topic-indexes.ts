import type { Core } from '@strapi/strapi';

/** By what links of works to topics are found; the tables are Strapi's, whose schemas name neither column nor index. */
const LINKS = [
  {
    table: 'works_tags_lnk',
    indexes: {
      works_tags_newest_index: ['tag_id', 'work_id'],
      works_tags_public_index: ['is_public', 'tag_id', 'work_id'],
    },
  },
  {
    table: 'works_category_lnk',
    indexes: {
      works_category_newest_index: ['category_id', 'work_id'],
      works_category_public_index: ['is_public', 'category_id', 'work_id'],
    },
  },
];

/**
 * Adds what the pages of tags and categories are read by, where it is missing: indexes, and whether
 * a link is that of a published work, which is null until somebody has looked (`services/topics.ts`).
 */
export const indexTopics = async ({ db }: Core.Strapi): Promise<void> => {
  for (const { table, indexes } of LINKS) {
    if (!(await db.getSchemaConnection().hasColumn(table, 'is_public'))) {
      await db
        .getSchemaConnection()
        .alterTable(table, (links) => void links.boolean('is_public').nullable());
      const unmarked = () => db.getConnection(table).whereNull('is_public');
      const published = db.getConnection('works').select('id').whereNotNull('published_at');
      await unmarked().whereIn('work_id', published).update({ is_public: true });
      await unmarked().whereNotIn('work_id', published).update({ is_public: false });
    }
    const known = await db.dialect.schemaInspector.getIndexes(table);
    for (const [name, names] of Object.entries(indexes)) {
      if (!known.some((index) => index.name === name)) {
        await db.getSchemaConnection().alterTable(table, (links) => void links.index(names, name));
      }
    }
  }
};
