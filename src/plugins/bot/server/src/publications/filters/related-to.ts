import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import { quote, tableOf } from '../../database/connection';
import type { RelationField } from '../fields/plan';
import { createRelatedRecords } from '../fields/related';
import { linkTableOf } from '../fields/linked';

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
  const { contentType } = botConfig(strapi);
  const link = linkTableOf(strapi, field);
  const links = quote(strapi, link.table);
  const owner = quote(strapi, `link.${link.owner}`);
  const related = quote(strapi, `link.${link.related}`);
  const works = quote(strapi, tableOf(strapi, contentType));
  const holdsOf = (version: string) => ({
    sql: `COALESCE((SELECT 1 FROM ${links} AS link
        WHERE ${owner} = ${version} AND ${related} = ? LIMIT 1), 0) <> 0`,
    values: [record],
  });
  return {
    condition: holdsOf('COALESCE(public.id, draft.id)'),
    ofVersion: holdsOf('version.id'),
    isOfDraft: false,
    rows: { sql: `SELECT 1 FROM ${links} AS link WHERE ${related} = ?`, values: [record] },
    documents: {
      sql: `SELECT version.document_id FROM ${links} AS link
        JOIN ${works} AS version ON version.id = ${owner} WHERE ${related} = ?`,
      values: [record],
    },
  };
};
