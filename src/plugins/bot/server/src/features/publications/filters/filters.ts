import type { MadeBy } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { quote, tableOf } from '../../../core/database/connection';

import { type RelationField, createRelatedRecords, linkTableOf, planFields } from '../../fields';
import type { ListQuery } from '../requests/list-query';
import { MADE_BY_COLUMN, STATUS_COLUMN } from '../status/columns';

import { publicationsWith } from '../events';

import { TITLE_KEY_COLUMN, titleKeysFrom } from './title-key';
import { placesFor } from '../../../core/database/statement';

/** A value in a form that database drivers accept. */
export type Value = string | number | Date;

/** A part of an SQL statement, with the values of its placeholders. */
export interface Statement {
  sql: string;
  values: Value[];
}

/** The SQL alias of a publication's row: the draft, or the version shown in the list. */
export type ShownRow = 'draft' | 'version';

/** A filter of the list of publications. */
export interface Filter {
  /**
   * SQL condition on a publication with the aliases `draft` and `public`. Ends with `<> 0`, so that planners use no
   * index for the condition, and PostgreSQL assumes that nearly all rows match and reads the list in order until the
   * page is full.
   */
  condition: Statement;
  /**
   * The same filter as `condition`, for statements that read only one row of a publication: the draft or the version
   * shown in the list.
   */
  ofRow: (row: ShownRow) => Statement;
  /** Whether the filter depends only on the draft, not on the public version. */
  isOfDraft: boolean;
  /** A SELECT of the `id` of every version, draft or public, that matches the filter. Reads only an index. */
  rows: Statement;
}

/** Filters publications by creator: the bot, a person in the panel, or others. */
const madeByFilter = (strapi: Core.Strapi, madeBy: MadeBy): Filter => {
  const works = quote(strapi, tableOf(strapi, botConfig(strapi).contentType));
  const ofDraft = `(SELECT maker.${MADE_BY_COLUMN} FROM ${works} AS maker
    WHERE maker.document_id = version.document_id AND maker.${STATUS_COLUMN} IN ('draft', 'published') LIMIT 1)`;
  const holdsOf = (maker: string) => ({
    sql: `CASE WHEN ${maker} = ? THEN 1 ELSE 0 END <> 0`,
    values: [madeBy],
  });
  return {
    condition: holdsOf(`draft.${MADE_BY_COLUMN}`),
    ofRow: (row) => holdsOf(row === 'draft' ? `draft.${MADE_BY_COLUMN}` : ofDraft),
    isOfDraft: true,
    rows: { sql: `SELECT id FROM ${works} WHERE ${MADE_BY_COLUMN} = ?`, values: [madeBy] },
  };
};

/** Filters publications related to a record, given by slug, id or name; undefined without such a record. */
const relatedToFilter = async (
  strapi: Core.Strapi,
  field: RelationField,
  text: string
): Promise<Filter | undefined> => {
  const record = await createRelatedRecords(strapi).find(field, text);
  if (record === undefined) return undefined;
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

/**
 * Filters publications by a prefix of the shown title, compared only up to the length of a title key; see
 * `title-key.ts`.
 */
const titlePrefixFilter = (strapi: Core.Strapi, beginning: string): Filter => {
  const works = quote(strapi, tableOf(strapi, botConfig(strapi).contentType));
  const { from, to } = titleKeysFrom(beginning);
  const values = [from, to];
  const found = `FROM ${works} WHERE ${TITLE_KEY_COLUMN} >= ? AND ${TITLE_KEY_COLUMN} < ?`;
  const shown = `CASE WHEN public.id IS NULL THEN draft.${TITLE_KEY_COLUMN} ELSE public.${TITLE_KEY_COLUMN} END`;
  const holdsOf = (key: string) => ({
    sql: `CASE WHEN ${key} >= ? AND ${key} < ? THEN 1 ELSE 0 END <> 0`,
    values,
  });
  return {
    condition: holdsOf(shown),
    ofRow: (row) => holdsOf(`${row}.${TITLE_KEY_COLUMN}`),
    isOfDraft: false,
    rows: { sql: `SELECT id ${found}`, values },
  };
};

/** Filters publications by their ids; undefined for an empty list. */
const documentsFilter = (strapi: Core.Strapi, ids: string[]): Filter | undefined => {
  if (ids.length === 0) return undefined;
  const works = quote(strapi, tableOf(strapi, botConfig(strapi).contentType));
  const among = (row: string) => `${row}document_id IN (${placesFor(ids)})`;
  const holdsOf = (row: string) => ({
    sql: `CASE WHEN ${among(`${row}.`)} THEN 1 ELSE 0 END <> 0`,
    values: ids,
  });
  return {
    condition: holdsOf('draft'),
    ofRow: holdsOf,
    isOfDraft: true,
    rows: { sql: `SELECT id FROM ${works} WHERE ${among('')}`, values: ids },
  };
};

/** Makes the function that converts list parameters to filters. */
export const createListFilters = (strapi: Core.Strapi) => {
  const relations = new Map(
    planFields(strapi).fields.flatMap((field): [string, RelationField][] =>
      field.kind === 'relation' ? [[field.name, field]] : []
    )
  );

  /** Builds the conditions for the filters of a request; undefined if no publication can match them. */
  return async ({
    q,
    title,
    madeBy,
    related = {},
  }: Pick<ListQuery, 'q' | 'title' | 'madeBy' | 'related'>): Promise<Filter[] | undefined> => {
    const filters: (Filter | undefined)[] = [];
    if (q !== undefined) {
      filters.push(documentsFilter(strapi, (await publicationsWith.resolve(strapi, q)) ?? []));
    }
    if (title !== undefined) filters.push(titlePrefixFilter(strapi, title));
    for (const [name, text] of Object.entries(related)) {
      const field = relations.get(name);
      filters.push(field && (await relatedToFilter(strapi, field, text)));
    }
    if (madeBy !== undefined) filters.push(madeByFilter(strapi, madeBy));
    const all = filters.filter((filter) => filter !== undefined);
    return all.length === filters.length ? all : undefined;
  };
};
