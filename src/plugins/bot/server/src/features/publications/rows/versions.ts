import type { PublicationStatus } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { PUBLICATION_DETAIL_UID } from '../../../core/constants';
import { exactTime, quote, tableOf } from '../../../core/database/connection';
import { selectRows } from '../../../core/database/statement';

import { fieldColumns } from '../content-type/columns';
import type { Statement, Value } from '../filters/filters';
import { defaultLocale, isLocalized } from '../../../core/strapi/locales';
import {
  FIRST_PUBLISHED_COLUMN,
  PUBLIC_VERSION,
  REVISION_COLUMN,
  STATUS_COLUMN,
  TRANSLATION,
} from '../status/columns';

/**
 * SQL for publications: `draft` is the version that exists as long as the document, `public` the version that readers
 * see. Does not use the query builder, which takes longer than the database needs for a look-up by an index.
 */
export const createVersions = (strapi: Core.Strapi) => {
  const { contentType } = botConfig(strapi);
  const { title, slug } = fieldColumns(strapi);
  const quoted = (name: string): string => quote(strapi, name);

  const works = quoted(tableOf(strapi, contentType));
  const details = quoted(tableOf(strapi, PUBLICATION_DETAIL_UID));
  // Types without translations need no condition: `published_at` identifies also rows inserted with SQL.
  const localized = isLocalized(strapi, contentType);

  const versionColumns = (version: 'draft' | 'public'): string =>
    Object.entries({
      id: 'id',
      title,
      slug,
      updated_at: 'updated_at',
      revision: REVISION_COLUMN,
      ...(localized ? { locale: 'locale' } : {}),
    })
      .map(([name, column]) => `${quoted(`${version}.${column}`)} AS ${version}_${name}`)
      .join(', ');
  const itemColumns = `draft.document_id, draft.created_at, draft.${FIRST_PUBLISHED_COLUMN}, public.published_at,
    ${versionColumns('draft')}, ${versionColumns('public')}`;
  // A public version without a status yet is matched by its locale.
  const ofTranslations = `AND CASE WHEN draft.${STATUS_COLUMN} = 'published'
    THEN public.${STATUS_COLUMN} = '${PUBLIC_VERSION}' ELSE public.locale = draft.locale END`;
  const drafts = `${works} AS draft LEFT JOIN ${works} AS public
    ON public.document_id = draft.document_id AND public.published_at IS NOT NULL
    ${localized ? ofTranslations : ''}`;

  const detailColumns = ['external_id', 'publish_at', 'unpublish_at', 'last_error']
    .map((column) => `details.${column}`)
    .join(', ');

  const select = <Row>(sql: string, values: readonly Value[]): Promise<Row[]> =>
    selectRows(strapi, sql, values);

  /**
   * SQL that sorts versions like `pickMainVersion` in `core/strapi/locales.ts`: the default locale first, then by
   * locale.
   */
  const rank = (version: string): string =>
    `CASE WHEN ${version}.locale = ? THEN '' ELSE COALESCE(${version}.locale, ' ') END`;

  /** SQL that selects and sorts the drafts of a localized document, so that its main version comes first. */
  const leadFirst = (version: string): string =>
    `AND (${version}.${STATUS_COLUMN} IS NULL OR ${version}.${STATUS_COLUMN} <> '${TRANSLATION}')
      ORDER BY CASE WHEN ${version}.${STATUS_COLUMN} IS NULL THEN 1 ELSE 0 END, ${rank(version)}`;

  return {
    works,
    details,
    drafts,
    localized,
    itemColumns,
    detailColumns,
    select,
    leadFirst,
    /** SQL for a time with all digits of its fraction of a second. */
    exact: (column: string): string => exactTime(strapi, column),

    // CASE keeps planners from using an anti-join, which would read all public rows.
    isOf: (status: PublicationStatus | undefined): Statement =>
      status === undefined
        ? { sql: '', values: [] }
        : {
            sql: `AND CASE WHEN public.id IS NULL THEN 'draft' ELSE 'published' END = ?`,
            values: [status],
          },

    /** SQL for the row id of the draft that represents a document. */
    mainVersionOf: async (documentId: string): Promise<Statement> => ({
      sql: `(SELECT lead.id FROM ${works} AS lead WHERE lead.document_id = ${documentId}
      AND lead.published_at IS NULL ${localized ? leadFirst('lead') : ''} LIMIT 1)`,
      values: localized ? [await defaultLocale(strapi)] : [],
    }),
  };
};

export type Versions = ReturnType<typeof createVersions>;
