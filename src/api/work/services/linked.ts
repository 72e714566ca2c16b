import type { Core } from '@strapi/strapi';

/** A record linked to a work, in columns that fit all kinds of records, for one combined query. */
export interface LinkedRow {
  kind: 'tag' | 'category' | 'seo' | 'media' | 'cover' | 'older' | 'newer' | 'related';
  /**
   * Row id of the work to which the record is linked; 0 for older, newer and related works, which have no row in a link
   * table.
   */
  work: number;
  place: number;
  /** Row id of the record. */
  other: number;
  name: string | null;
  slug: string | null;
  /**
   * A number that depends on `kind`. SEO settings: 1 if search engines must not index the work. Related work: row id of
   * its picture, or null. All others: 0.
   */
  flag: number | null;
  /** Last change of the record, in the database's own format. */
  stamp: unknown;
}

type Connection = Core.Strapi['db']['connection'];

/** A query for one kind of linked records, part of a UNION ALL; selects the columns of a `LinkedRow`. */
export type LinkedQuery = ReturnType<Connection>;

/** A value, or its placeholder in a compiled query. */
export type Value<Type> = Type | ReturnType<Connection['raw']>;

/** Combines queries for linked records into one query with UNION ALL. */
export const unionOf = ([first, ...others]: readonly [LinkedQuery, ...LinkedQuery[]]) =>
  first.unionAll(others);

/** Converts ids to numbers, because PostgreSQL returns large numbers as strings. */
export const toLinked = (rows: readonly LinkedRow[]): LinkedRow[] =>
  rows.map((row) => ({
    ...row,
    work: Number(row.work),
    place: Number(row.place),
    other: Number(row.other),
  }));

/** Runs queries for linked records as one combined query. */
export const readLinked = async (
  queries: readonly [LinkedQuery, ...LinkedQuery[]]
): Promise<LinkedRow[]> => toLinked(await unionOf(queries));
