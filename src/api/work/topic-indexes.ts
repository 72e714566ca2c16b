/**
 * Relies on: names of Strapi's link tables, `strapi.db.getSchemaConnection` and `schemaInspector.getIndexes`
 * Breaks if: Strapi renames them, or drops columns and indexes that it does not know from these tables
 * Checked by: tests/pages/topics.test.ts
 */

import type { Core } from '@strapi/strapi';

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
    const known = await db.dialect.schemaInspector.getIndexes(table);
    const add = async (index: string, columns: string[]): Promise<void> => {
      if (known.some((it) => it.name === index)) return;
      await schema().alterTable(table, (links) => void links.index(columns, index));
    };
    await add(`${name}_newest_index`, [topic, 'work_id']);
    await add(`${name}_first_published_index`, [
      'is_public',
      topic,
      'first_published_at',
      'work_id',
    ]);
    // Earlier versions sorted topics by the last publication.
    const former = `${name}_public_index`;
    if (known.some((it) => it.name === former)) {
      await schema().alterTable(table, (links) => void links.dropIndex([], former));
    }
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
