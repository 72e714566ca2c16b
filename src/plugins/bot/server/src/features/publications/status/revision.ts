import { isDeepStrictEqual } from 'node:util';

import { isColumn } from '../../../core/database/rows/links';

import { STATUS_COLUMN } from './columns';

/** Columns in which a draft and the public version made of it are not the same. */
const OWN_COLUMNS = new Set([
  'id',
  'published_at',
  'created_at',
  'created_by_id',
  'updated_by_id',
  STATUS_COLUMN,
]);

/**
 * Whether the public version equals the draft. Compares all columns and not the revisions alone, which SQL
 * does not change and rows of earlier versions lack.
 */
export const isCopyOf = (draft: object, published: object): boolean =>
  Object.entries(draft).every(
    ([column, value]) =>
      OWN_COLUMNS.has(column) ||
      !isColumn(column) ||
      isDeepStrictEqual(value, Reflect.get(published, column))
  );
