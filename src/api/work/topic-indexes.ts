import type { Core } from '@strapi/strapi';

/** What finds the newest works of a topic; the tables are Strapi's, whose schemas name no such index. */
const INDEXES = [
  { table: 'works_tags_lnk', name: 'works_tags_newest_index', columns: ['tag_id', 'work_id'] },
  {
    table: 'works_category_lnk',
    name: 'works_category_newest_index',
    columns: ['category_id', 'work_id'],
  },
];

/** Adds the indexes by which the pages of tags and categories are read, where they are missing. */
export const indexTopics = async ({ db }: Core.Strapi): Promise<void> => {
  for (const { table, name, columns } of INDEXES) {
    const known = await db.dialect.schemaInspector.getIndexes(table);
    if (!known.some((index) => index.name === name)) {
      await db.getSchemaConnection().alterTable(table, (links) => void links.index(columns, name));
    }
  }
};
