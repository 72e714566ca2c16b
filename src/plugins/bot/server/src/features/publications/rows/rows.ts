import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../../core/config';
import { FILE_UID } from '../../../core/constants';
import { fileLinkTable, quote, tableOf } from '../../../core/database/connection';
import { defaultLocale } from '../../../core/strapi/locales';
import { signsUrls } from '../../../core/strapi/uploads/signed-url';
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

  // Prefixed, because a field may have the name of another column.
  const fieldColumnsAs = fields.columns.map((column) => ({ name: `field_${column}`, column }));

  /** SELECT of one publication with text and fields of the shown version, and with the tables in which it has links. */
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
    /** Stored fields of a version, keyed by column. */
    storedIn: (row: TextRow): Record<string, unknown> =>
      Object.fromEntries(
        fieldColumnsAs.map(({ name, column }) => [column, Reflect.get(row, name) as unknown])
      ),

    /** Finds one publication with the text of the shown version. */
    async byId(id: string): Promise<(ItemRow & TextRow) | undefined> {
      const locale = localized ? [await defaultLocale(strapi)] : [];
      const [row] = await select<ItemRow & TextRow>(selectById(), [id, ...locale]);
      return row;
    },

    /** Reads the text and the fields of one version. */
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

/** Makes the functions that find the media of publications, in the order of the media field. */
const createMediaRows = (strapi: Core.Strapi, { select }: Versions) => {
  const { contentType, attributes } = botConfig(strapi);
  const quoted = (name: string): string => quote(strapi, name);
  const files = quoted(tableOf(strapi, FILE_UID));
  const links = quoted(fileLinkTable(strapi));

  /** Finds media in the given attributes. @param ids row ids of the versions */
  const find = <Row>(
    columns: string[],
    ids: readonly number[],
    names: readonly string[]
  ): Promise<Row[]> =>
    select(
      `SELECT link.related_id AS owner, ${columns.join(', ')}
        FROM ${links} AS link JOIN ${files} AS file ON file.id = link.file_id
        WHERE link.related_id IN (${placesFor(ids)})
          AND link.related_type = ? AND link.field IN (${placesFor(names)})
        ORDER BY ${quoted('link.order')}`,
      [...ids, contentType, ...names]
    );
  const shown = ['file.document_id', 'file.url', 'file.type'];
  const signed = [...shown, 'file.provider', 'file.hash', 'file.ext'];
  const described = [
    'link.field',
    'file.id AS file_id',
    ...signed,
    'file.alternative_text',
    'file.caption',
  ];

  return {
    /** Media of versions, with the columns for a list. Each column costs time, as a list can have thousands of files. */
    mediaOf: async (ids: readonly number[]) =>
      find<MediaRow>((await signsUrls(strapi)) ? signed : shown, ids, [attributes.media]),
    /** Media in the given attributes of versions, with alternative texts and captions. */
    describedMediaOf: (ids: readonly number[], names: readonly string[]) =>
      find<DescribedRow>(described, ids, names),
  };
};

/** Finds rows of publications. A publication is its draft version, joined with its public version. */
export const createPublicationRows = (strapi: Core.Strapi) => {
  const versions = createVersions(strapi);
  const conditionsOf = createConditions(versions);
  const readParts = createPartsReader(versions);
  const findFiltered = createFilteredReader(versions, conditionsOf, readParts);

  return {
    /**
     * Finds the newest publications after the cursor, by date and id, and merges the newest of each status. With an
     * index without the status, a planner might walk past every published entry that is newer than the first draft.
     */
    async newest(query: RowsQuery, filters: Filter[] = []): Promise<FoundRows> {
      if (filters.length > 0) return findFiltered(query, filters);
      const { status, externalId, ...page } = query;
      return { rows: await readParts(await conditionsOf(status, externalId), page) };
    },

    ...createContentRows(strapi, versions),
    ...createMediaRows(strapi, versions),
  };
};
