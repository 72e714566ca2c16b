import { isDeepStrictEqual } from 'node:util';

import { isColumn } from '../../../core/database/rows/links';

import { STATUS_COLUMN } from './columns';

/** Columns that may differ between a draft and the public version made from it. */
const OWN_COLUMNS = new Set([
  'id',
  'published_at',
  'created_at',
  'created_by_id',
  'updated_by_id',
  STATUS_COLUMN,
]);

/**
 * Whether the public version equals the draft. Compares all columns, because writes with SQL do not change the
 * revision, and rows written by earlier releases of the plugin have no revision.
 */
export const isCopyOf = (draft: object, published: object): boolean =>
  Object.entries(draft).every(
    ([column, value]) =>
      OWN_COLUMNS.has(column) ||
      !isColumn(column) ||
      isDeepStrictEqual(value, Reflect.get(published, column))
  );
