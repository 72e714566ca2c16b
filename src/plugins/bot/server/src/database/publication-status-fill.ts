import type { Core, UID } from '@strapi/strapi';

import { query, tableOf } from './connection';
import { PUBLIC_VERSION, STATUS_COLUMN } from './publication-columns';

/**
 * Gives a status to publications that were there before the column, or that were written past
 * Strapi's document service. The index makes this a look-up when there are none.
 */
export const fillInStatus = async (strapi: Core.Strapi, uid: UID.Schema): Promise<void> => {
  const table = tableOf(strapi, uid);
  await query(strapi, (knex) =>
    knex(table)
      .whereNull(STATUS_COLUMN)
      .whereNotNull('published_at')
      .update({ [STATUS_COLUMN]: PUBLIC_VERSION })
  );
  await query(strapi, (knex) => {
    // The derived table is for MySQL, which does not read the table that it updates.
    const published = knex
      .select('document_id')
      .from(knex(table).select('document_id').whereNotNull('published_at').as('published'));
    return knex(table)
      .whereNull(STATUS_COLUMN)
      .update({
        [STATUS_COLUMN]: knex.raw(
          "CASE WHEN document_id IN (?) THEN 'published' ELSE 'draft' END",
          [published]
        ),
      });
  });
};
