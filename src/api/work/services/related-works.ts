/**
 * Relies on: names and columns of Strapi's link tables `works_tags_lnk` and `files_related_mph`
 * Breaks if: Strapi names its tables or their columns differently
 * Checked by: tests/pages/two-queries-by-index.long.test.ts
 */

import type { Core } from '@strapi/strapi';

import type { LinkedQuery, LinkedRow, Value } from './linked';
import type { StoredFile } from './stored-files';

/** Title and slug of another work, for a link. */
export interface LinkedWork {
  title: string;
  slug: string;
}

/** Works that a page links to. */
export interface RelatedWorks {
  older: LinkedWork | null;
  newer: LinkedWork | null;
  /** Newest other works with the same first tag, each with a picture if there is one. */
  related: (LinkedWork & { cover: StoredFile | null })[];
}

const RELATED = 3;
/**
 * Maximum number of works with the same first tag, newest first, that are searched for related works. Drafts count too.
 */
const LOOKED_THROUGH = 100;

/**
 * Three queries: the work first published just before a work, the work first published just after it, and the newest
 * other works with its first tag. Each uses an index. The dates are compared in the database, because drivers cut them
 * to milliseconds.
 * @param id row id of the published work
 */
export const relatedWorksQueries = ({ db }: Core.Strapi, id: Value<number>): LinkedQuery[] => {
  const firstPublishedAt = db
    .getConnection('works as own')
    .select('own.first_published_at')
    .where('own.id', id);
  const literal = (sql: string) => db.connection.raw(sql);
  const columns = (kind: 'older' | 'newer' | 'related') => ({
    kind: literal(`'${kind}'`),
    work: literal('0'),
    place: literal('0'),
    other: 'work.id',
    name: 'work.title',
    slug: 'work.slug',
    flag: literal('0'),
    stamp: 'work.updated_at',
  });
  // Only a subquery can have an order and a limit within a union.
  const asPart = (query: LinkedQuery, name: string): LinkedQuery =>
    db.connection.select('*').from(query.as(name));

  const adjacentWork = (side: 'older' | 'newer'): LinkedQuery => {
    const [operator, direction] =
      side === 'older' ? (['<', 'desc'] as const) : (['>', 'asc'] as const);
    const query = db
      .getConnection('works as work')
      .select(columns(side))
      .whereNotNull('work.published_at')
      .where('work.first_published_at', `${operator}=`, firstPublishedAt)
      .where((past) =>
        past
          .where('work.first_published_at', operator, firstPublishedAt)
          .orWhere('work.id', operator, id)
      )
      .orderBy('work.first_published_at', direction)
      .orderBy('work.id', direction)
      .limit(1);
    return asPart(query, side);
  };

  const firstTag = db
    .getConnection('works_tags_lnk')
    .select('tag_id')
    .where('work_id', id)
    .orderBy('tag_ord')
    .limit(1);
  const newest = db
    .getConnection('works_tags_lnk')
    .select('work_id')
    .where('tag_id', firstTag)
    .orderBy('work_id', 'desc')
    .limit(LOOKED_THROUGH)
    .as('link');
  const picture = db
    .getConnection('files_related_mph as shown')
    .join('files as image', 'image.id', 'shown.file_id')
    .select('image.id')
    .whereRaw('?? = ??', ['shown.related_id', 'work.id'])
    .where('shown.related_type', 'api::work.work')
    .whereIn('shown.field', ['cover', 'media'])
    .where('image.mime', 'like', 'image/%')
    .orderBy(['shown.field', 'shown.order'])
    .limit(1);
  const related = db
    .getConnection()
    .from(newest)
    .join('works as work', 'work.id', 'link.work_id')
    .leftJoin('files as file', 'file.id', db.connection.raw('(?)', [picture]))
    .select({
      ...columns('related'),
      place: db.connection.raw('ROW_NUMBER() OVER (ORDER BY ?? DESC, ?? DESC)', [
        'work.first_published_at',
        'work.id',
      ]),
      flag: 'file.id',
      stamp: 'file.updated_at',
    })
    .whereNotNull('work.published_at')
    .whereNot('work.id', id)
    .orderBy('place')
    .limit(RELATED);

  return [adjacentWork('older'), adjacentWork('newer'), asPart(related, 'related')];
};

/** Converts the rows of `relatedWorksQueries` to a `RelatedWorks`. @param fileOf finds a file by its id */
export const toRelatedWorks = (
  rows: readonly LinkedRow[],
  fileOf: (id: number) => StoredFile | undefined
): RelatedWorks => {
  const of = (kind: LinkedRow['kind']) =>
    rows
      .filter((row) => row.kind === kind)
      .sort((one, other) => one.place - other.place)
      .flatMap(({ name, slug, flag }) =>
        slug ? [{ title: name ?? '', slug, cover: fileOf(Number(flag)) ?? null }] : []
      );
  return { older: of('older')[0] ?? null, newer: of('newer')[0] ?? null, related: of('related') };
};
