import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { columnNameOf } from '../../../core/strapi/database/column-name';

/** What Strapi's search looks through (`applySearch` of `@strapi/database`); numbers where one is looked for. */
const SEARCHED = new Set(
  'string text uid email enumeration richtext biginteger integer decimal float'.split(' ')
);

/** Characters of each text that are indexed: a work of a megabyte would hold up all else. */
const INDEXED = 20_000;

/** The columns of a publication that Strapi's search looks through. */
export const searchedColumns = (strapi: Core.Strapi): string[] => {
  const { contentType } = botConfig(strapi);
  return Object.entries(strapi.db.metadata.get(contentType).attributes)
    .filter(
      ([, attribute]) =>
        SEARCHED.has(attribute.type) && Reflect.get(attribute, 'searchable') !== false
    )
    .map(([name]) => columnNameOf(strapi, contentType, name));
};

/** The text by which a row is found; nothing stands across two of its columns. */
export const searchedText = (
  row: Record<string, string | number | null>,
  columns: string[]
): string => columns.map((column) => String(row[column] ?? '').slice(0, INDEXED)).join('\n');
