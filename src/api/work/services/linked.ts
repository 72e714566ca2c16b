import type { Core } from '@strapi/strapi';

/** A record linked to a work, in columns that fit all kinds of records, for one combined query. */
export interface LinkedRow {
  kind: 'tag' | 'category' | 'seo' | 'media' | 'cover' | 'older' | 'newer' | 'related';
  /** Row id of the work; 0 for records that are not linked to it, such as older works. */
  work: number;
  place: number;
  /** Row id of the record. */
  other: number;
  name: string | null;
  slug: string | null;
  /** A flag of SEO settings: 1 to exclude the work from search engines; for a related work, the id of its picture. */
  flag: number | null;
  /** Last change of the record, in the database's own format. */
  stamp: unknown;
}

type Connection = Core.Strapi['db']['connection'];

/** Part of the combined query; selects the columns of a `LinkedRow`. */
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
