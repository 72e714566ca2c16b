import type { Core } from '@strapi/strapi';

import { quote } from '../connection';

/** A table that links the rows of a type to others. */
export interface LinkTable {
  table: string;
  /** The column with the number of the row that is linked. */
  owner: string;
  /** What else holds of its links, in SQL. */
  where?: string;
}

/**
 * SQL that says in which tables a row has links: the sum of 1 for the first, 2 for the second, 4 and so on. Most rows
 * have none, and need no further query.
 * @param row an expression for the number of the row
 */
export const linksHeldBy = (strapi: Core.Strapi, tables: LinkTable[], row: string): string => {
  const parts = tables.map(
    ({ table, owner, where }, place) =>
      `CASE WHEN EXISTS (SELECT 1 FROM ${quote(strapi, table)} AS link
        WHERE ${quote(strapi, `link.${owner}`)} = ${row}${where === undefined ? '' : ` AND ${where}`})
        THEN ${2 ** place} ELSE 0 END`
  );
  return parts.length === 0 ? '0' : parts.join(' + ');
};

/** Whether such a sum says that there are links in a table. @param place 0 for the first */
export const isHeldIn = (sum: number, place: number): boolean =>
  Math.floor(sum / 2 ** place) % 2 === 1;
