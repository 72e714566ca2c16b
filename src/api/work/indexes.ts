/**
 * Relies on: names of Strapi's link tables, `strapi.db.getSchemaConnection` and `schemaInspector.getIndexes`
 * Breaks if: Strapi renames them, or drops columns and indexes that it does not know from these tables
 * Checked by: tests/pages/topics.test.ts and tests/pages/two-queries-by-index.long.test.ts
 */

import type { Core } from '@strapi/strapi';

/** Indexes of a table: creates those that are missing or incomplete, and removes those of earlier versions. */
const indexesOf = async ({ db }: Core.Strapi, table: string) => {
  const known = await db.dialect.schemaInspector.getIndexes(table);
  const find = (name: string) => known.find((index) => index.name === name);
  const remove = async (name: string): Promise<void> => {
    if (find(name) === undefined) return;
    await db.getSchemaConnection().alterTable(table, (rows) => void rows.dropIndex([], name));
  };

  return {
    remove,

    /** @param condition SQL; the index has only the rows that meet it. Knex ignores it on MySQL. */
    async add(name: string, columns: string[], condition?: string): Promise<void> {
      // An earlier version that drops one of the columns leaves an index of the others.
      const found = find(name)?.columns;
      if (found && columns.every((column) => found.includes(column))) return;
      await remove(name);
      const options = condition ? { predicate: db.connection.whereRaw(condition) } : {};
      await db
        .getSchemaConnection()
        .alterTable(table, (rows) => void rows.index(columns, name, options));
    },
  };
};

/**
 * Strapi's link tables from works to tags and categories, without the suffix `_lnk`, each with the column of the tag or
 * category. Schemas cannot declare indexes for these tables.
 */
const LINKS = [
  ['works_tags', 'tag_id'],
  ['works_category', 'category_id'],
] as const;

/** SQL for the date of first publication of the work in a row of a link table. The row stores a copy of the date. */
export const firstPublishOfLink = ({ db }: Core.Strapi, table: string) =>
  db.connection.raw(
    '(SELECT COALESCE(work.first_published_at, work.published_at) FROM works AS work WHERE work.id = ??)',
    [`${table}.work_id`]
  );

/**
 * Adds the index for lists of published works. It leaves out drafts, which are as many, so that creating and deleting a
 * draft does not change it. Schemas cannot declare an index with a condition.
 */
export const addNewestIndex = async (strapi: Core.Strapi): Promise<void> => {
  const indexes = await indexesOf(strapi, 'works');
  const columns = ['first_published_at', 'id'];
  await indexes.add('works_public_newest_index', columns, 'published_at IS NOT NULL');
};

/**
 * Adds indexes and two columns to the link tables of tags and categories, for their pages. `is_public`: whether the
 * linked work is published; null until checked (`services/topics.ts`). `first_published_at`: date of first publication
 * of the linked work.
 */
export const addTopicIndexes = async (strapi: Core.Strapi): Promise<void> => {
  const { db } = strapi;
  const schema = () => db.getSchemaConnection();
  for (const [name, topic] of LINKS) {
    const table = `${name}_lnk`;
    if (!(await schema().hasColumn(table, 'is_public'))) {
      await schema().alterTable(table, (links) => void links.boolean('is_public').nullable());
    }
    if (!(await schema().hasColumn(table, 'first_published_at'))) {
      await schema().alterTable(table, (links) => {
        links.datetime('first_published_at', { useTz: false, precision: 6 }).nullable();
      });
      const published = db.getConnection('works').select('id').whereNotNull('published_at');
      const links = () => db.getConnection(table);
      const date = firstPublishOfLink(strapi, table);
      await links()
        .whereIn('work_id', published)
        .update({ is_public: true, first_published_at: date });
      await links().whereNotIn('work_id', published).update({ is_public: false });
    }
    const indexes = await indexesOf(strapi, table);
    await indexes.add(`${name}_newest_index`, [topic, 'work_id']);
    const byDate = ['is_public', topic, 'first_published_at', 'work_id'];
    await indexes.add(`${name}_first_published_index`, byDate);
    // Earlier versions sorted topics by the last publication.
    await indexes.remove(`${name}_public_index`);
  }
};

/**
 * Resets `is_public` in a work's links to tags and categories, so that the next read sets it again. Joins the caller's
 * transaction, if there is one.
 */
export const resetLinks = async ({ db }: Core.Strapi, documentId: string): Promise<void> => {
  await db.transaction(async ({ trx }) => {
    for (const [name] of LINKS) {
      const rows = db.getConnection('works').select('id').where({ document_id: documentId });
      await db
        .getConnection(`${name}_lnk`)
        .transacting(trx)
        .whereIn('work_id', rows)
        .update({ is_public: null });
    }
  });
};
