import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { quote } from '../../../core/database/connection';
import { fieldColumns } from '../content-type/columns';
import { createFieldReader } from '../../fields';
import { defaultLocale } from '../../../core/strapi/locales';

import type { ItemRow, TextRow } from './row';
import type { Versions } from './versions';

/** Finds what one publication holds. */
export const createContentRows = (strapi: Core.Strapi, versions: Versions) => {
  const { drafts, details, works, itemColumns, detailColumns, localized, leadFirst, select } =
    versions;
  const { body } = fieldColumns(strapi);
  const fields = createFieldReader(strapi);
  const quoted = (name: string): string => quote(strapi, name);

  // Their own names may be those of other columns.
  const fieldColumnsAs = fields.columns.map((column) => ({ name: `field_${column}`, column }));

  const withStored = <Row extends object>(row: Row): Row & Pick<TextRow, 'stored'> => ({
    ...row,
    stored: Object.fromEntries(
      fieldColumnsAs.map(({ name, column }) => [column, Reflect.get(row, name) as unknown])
    ),
  });

  /** Text and fields of a version that is shown, and which other tables have more of it. */
  const shownColumns = _.once((): string => {
    const columns = [{ name: 'body', column: body }, ...fieldColumnsAs].map(
      ({ name, column }) => `CASE WHEN public.id IS NULL THEN ${quoted(`draft.${column}`)}
        ELSE ${quoted(`public.${column}`)} END AS ${quoted(name)}`
    );
    return `${columns.join(', ')}${fields.links.heldBy('COALESCE(public.id, draft.id)')}`;
  });

  return {
    /** One publication with the text of the version that is shown. */
    async byId(id: string): Promise<(ItemRow & TextRow) | undefined> {
      const [row] = await select<ItemRow & Pick<TextRow, 'body'>>(
        `SELECT ${itemColumns}, ${detailColumns}, ${shownColumns()}
          FROM ${drafts} LEFT JOIN ${details} AS details ON details.document_id = draft.document_id
          WHERE draft.document_id = ? AND draft.published_at IS NULL ${localized ? leadFirst('draft') : ''} LIMIT 1`,
        [id, ...(localized ? [await defaultLocale(strapi)] : [])]
      );
      return row && withStored(row);
    },

    /** The text and the fields of one version, as they are stored. */
    async textOf(version: number): Promise<TextRow> {
      const columns = fieldColumnsAs
        .map(({ name, column }) => `, ${quoted(column)} AS ${quoted(name)}`)
        .join('');
      const [row = { body: null }] = await select<Pick<TextRow, 'body'>>(
        `SELECT ${quoted(body)} AS body ${columns}${fields.links.heldBy('version.id')}
          FROM ${works} AS version WHERE id = ?`,
        [version]
      );
      return withStored(row);
    },
  };
};
