import type { Core } from '@strapi/strapi';

/** By what links of works to topics are found; the tables are Strapi's, whose schemas name neither column nor index. */
const LINKS = [
  ['works_tags', 'tag_id'],
  ['works_category', 'category_id'],
] as const;

/**
 * Adds what the pages of tags and categories are read by, where it is missing: indexes, and whether
 * a link is that of a published work, which is null until somebody has looked (`services/topics.ts`).
 */
export const indexTopics = async ({ db }: Core.Strapi): Promise<void> => {
  for (const [name, topic] of LINKS) {
    const table = `${name}_lnk`;
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
    const add = async (index: string, columns: string[]): Promise<void> => {
      if (known.some((it) => it.name === index)) return;
      await db.getSchemaConnection().alterTable(table, (links) => void links.index(columns, index));
    };
    await add(`${name}_newest_index`, [topic, 'work_id']);
    await add(`${name}_public_index`, ['is_public', topic, 'work_id']);
  }
};
