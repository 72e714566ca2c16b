import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../../core/config';
import { FILE_UID } from '../../../core/constants';
import { fileLinkTable, quote, tableOf } from '../../../core/database/connection';
import { defaultLocale } from '../../../core/strapi/locales';
import { createFieldReader } from '../../fields';
import { fieldColumns } from '../content-type/columns';
import type { Filter } from '../filters/filters';

import { createConditions } from './conditions';
import { createFilteredReader, type FoundRows, type RowsQuery } from './filtered';
import { createPartsReader } from './parts';
import type { DescribedRow, ItemRow, MediaRow, TextRow } from './row';
import { createVersions, type Versions } from './versions';
import { placesFor } from '../../../core/database/statement';

const createContentRows = (strapi: Core.Strapi, versions: Versions) => {
  const { drafts, details, works, itemColumns, detailColumns, localized, leadFirst, select } =
    versions;
  const { body } = fieldColumns(strapi);
  const fields = createFieldReader(strapi);
  const quoted = (name: string): string => quote(strapi, name);

  // Their own names may be those of other columns.
  const fieldColumnsAs = fields.columns.map((column) => ({ name: `field_${column}`, column }));

  /** With text and fields of the version that is shown, and which other tables have more of it. */
  const selectById = _.once((): string => {
    const columns = [{ name: 'body', column: body }, ...fieldColumnsAs].map(
      ({ name, column }) => `CASE WHEN public.id IS NULL THEN ${quoted(`draft.${column}`)}
        ELSE ${quoted(`public.${column}`)} END AS ${quoted(name)}`
    );
    const links = fields.links.heldBy('COALESCE(public.id, draft.id)');
    return `SELECT ${itemColumns}, ${detailColumns}, ${columns.join(', ')}${links}
      FROM ${drafts} LEFT JOIN ${details} AS details ON details.document_id = draft.document_id
      WHERE draft.document_id = ? AND draft.published_at IS NULL ${localized ? leadFirst('draft') : ''} LIMIT 1`;
  });

  return {
    /** The fields of a version, as they are stored, by the names of their columns. */
    storedIn: (row: TextRow): Record<string, unknown> =>
      Object.fromEntries(
        fieldColumnsAs.map(({ name, column }) => [column, Reflect.get(row, name) as unknown])
      ),

    /** One publication with the text of the version that is shown. */
    async byId(id: string): Promise<(ItemRow & TextRow) | undefined> {
      const locale = localized ? [await defaultLocale(strapi)] : [];
      const [row] = await select<ItemRow & TextRow>(selectById(), [id, ...locale]);
      return row;
    },

    async textOf(version: number): Promise<TextRow> {
      const columns = fieldColumnsAs
        .map(({ name, column }) => `, ${quoted(column)} AS ${quoted(name)}`)
        .join('');
      const [row = { body: null }] = await select<TextRow>(
        `SELECT ${quoted(body)} AS body ${columns}${fields.links.heldBy('version.id')}
          FROM ${works} AS version WHERE id = ?`,
        [version]
      );
      return row;
    },
  };
};

/** Makes the functions that find the media of publications, those of each row in their order. */
const createMediaRows = (strapi: Core.Strapi, { select }: Versions) => {
  const { contentType, attributes } = botConfig(strapi);
  const quoted = (name: string): string => quote(strapi, name);
  const files = quoted(tableOf(strapi, FILE_UID));
  const links = quoted(fileLinkTable(strapi));

  /** @param names the attributes in which they stand */
  const find = <Row>(
    columns: string[],
    ids: readonly number[],
    names: readonly string[]
  ): Promise<Row[]> =>
    select(
      `SELECT link.related_id AS owner, link.field, ${columns.map((column) => `file.${column}`).join(', ')}
        FROM ${links} AS link JOIN ${files} AS file ON file.id = link.file_id
        WHERE link.related_id IN (${placesFor(ids)})
          AND link.related_type = ? AND link.field IN (${placesFor(names)})
        ORDER BY ${quoted('link.order')}`,
      [...ids, contentType, ...names]
    );
  const shown = ['document_id', 'url', 'type', 'provider', 'hash', 'ext'];
  const described = ['id AS file_id', ...shown, 'alternative_text', 'caption'];

  return {
    /** What stands in the media of some rows, as a list shows it. */
    mediaOf: (ids: readonly number[]) => find<MediaRow>(shown, ids, [attributes.media]),
    /** What stands in some attributes of some rows, with what is said of it. */
    describedMediaOf: (ids: readonly number[], names: readonly string[]) =>
      find<DescribedRow>(described, ids, names),
  };
};

/** Finds rows of publications. A document is its draft version, with its public version joined to it. */
export const createPublicationRows = (strapi: Core.Strapi) => {
  const versions = createVersions(strapi);
  const conditionsOf = createConditions(versions);
  const readParts = createPartsReader(versions);
  const findFiltered = createFilteredReader(versions, conditionsOf, readParts);

  return {
    /**
     * The newest publications after the cursor, by date and id: the newest of each status together. With an
     * index without the status, a planner may walk past every published work that is newer than the first
     * draft.
     */
    async newest(query: RowsQuery, filters: Filter[] = []): Promise<FoundRows> {
      if (filters.length > 0) {
        return findFiltered(query, filters);
      }
      const { status, externalId, ...page } = query;
      return { rows: await readParts(await conditionsOf(status, externalId), page) };
    },

    ...createContentRows(strapi, versions),
    ...createMediaRows(strapi, versions),
  };
};
