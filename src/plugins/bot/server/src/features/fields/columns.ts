import { fromJson, toDate, type DatabaseDate } from '../../core/database/connection';

import type { ColumnType } from './plan';

/** What databases give back for a type, as an answer says it; the others come as they are. */
const READ: Partial<Record<ColumnType, (value: unknown) => unknown>> = {
  // SQLite and MySQL know no booleans.
  boolean: (value) => Boolean(Number(value)),
  datetime: (value) => toDate(value as DatabaseDate).toISOString(),
  decimal: Number,
  json: fromJson,
};

/** The value in a column, as an answer says it. */
export const readColumn = (type: ColumnType, stored: unknown): unknown =>
  stored === null || stored === undefined ? null : (READ[type]?.(stored) ?? stored);
