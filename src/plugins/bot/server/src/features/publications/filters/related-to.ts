import type { Core } from '@strapi/strapi';

import { quote } from '../../../core/database/connection';
import { type RelationField, createRelatedRecords, linkTableOf } from '../../fields';

import type { Filter } from './filter';

/**
 * Publications whose shown version relates to a record.
 * @param text its slug, its id or its name
 * @returns undefined if there is no such record
 */
export const relatedToFilter = async (
  strapi: Core.Strapi,
  field: RelationField,
  text: string
): Promise<Filter | undefined> => {
  const record = await createRelatedRecords(strapi).find(field, text);
  if (record === undefined) {
    return undefined;
  }
  const link = linkTableOf(strapi, field);
  const links = quote(strapi, link.table);
  const owner = quote(strapi, `link.${link.owner}`);
  const related = quote(strapi, `link.${link.other}`);
  const holdsOf = (version: string) => ({
    sql: `COALESCE((SELECT 1 FROM ${links} AS link
        WHERE ${owner} = ${version} AND ${related} = ? LIMIT 1), 0) <> 0`,
    values: [record],
  });
  return {
    condition: holdsOf('COALESCE(public.id, draft.id)'),
    ofRow: (row) => holdsOf(`${row}.id`),
    isOfDraft: false,
    rows: {
      sql: `SELECT ${owner} AS id FROM ${links} AS link WHERE ${related} = ?`,
      values: [record],
    },
  };
};
