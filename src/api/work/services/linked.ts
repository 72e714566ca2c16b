import type { Core } from '@strapi/strapi';

/** A record that stands beside a work, whatever it is: what one query for all of them can say. */
export interface LinkedRow {
  kind: 'tag' | 'category' | 'seo' | 'media' | 'cover' | 'older' | 'newer' | 'related';
  /** The row of the work. */
  work: number;
  place: number;
  /** The row of the record. */
  other: number;
  name: string | null;
  slug: string | null;
  flag: number;
}

type Connection = Core.Strapi['db']['connection'];

/** Part of such a query: it selects the columns of a `LinkedRow`. */
export type LinkedQuery = ReturnType<Connection>;

/** Asks for all the parts at once. */
export const readLinked = async (
  first: LinkedQuery,
  others: readonly LinkedQuery[]
): Promise<LinkedRow[]> => {
  const rows: LinkedRow[] = await first.unionAll([...others]);
  // PostgreSQL gives large numbers as texts.
  return rows.map((row) => ({ ...row, work: Number(row.work), other: Number(row.other) }));
};
