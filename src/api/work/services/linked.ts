import type { Core } from '@strapi/strapi';

/** A record that stands beside a work, whatever it is: what one query for all of them can say. */
export interface LinkedRow {
  kind: 'tag' | 'category' | 'seo' | 'media' | 'cover' | 'older' | 'newer' | 'related';
  /** The row of the work; 0 for those that are linked to none. */
  work: number;
  place: number;
  /** The row of the record. */
  other: number;
  name: string | null;
  slug: string | null;
  /** Of search engines, 1 to leave the work out; of a related work, the file that shows it. */
  flag: number | null;
  /** When the record was changed last, as the database says it. */
  stamp: unknown;
}

type Connection = Core.Strapi['db']['connection'];

/** Part of such a query: it selects the columns of a `LinkedRow`. */
export type LinkedQuery = ReturnType<Connection>;

/** A value, or where it stands in a statement that is made once for many. */
export type Value<Type> = Type | ReturnType<Connection['raw']>;

/** All the parts as one query. */
export const unionOf = ([first, ...others]: readonly [LinkedQuery, ...LinkedQuery[]]) =>
  first.unionAll(others);

/** What the database gives, as the same in all of them: PostgreSQL gives large numbers as texts. */
export const toLinked = (rows: readonly LinkedRow[]): LinkedRow[] =>
  rows.map((row) => ({
    ...row,
    work: Number(row.work),
    place: Number(row.place),
    other: Number(row.other),
  }));

/** Asks for all the parts at once. */
export const readLinked = async (
  queries: readonly [LinkedQuery, ...LinkedQuery[]]
): Promise<LinkedRow[]> => toLinked(await unionOf(queries));
