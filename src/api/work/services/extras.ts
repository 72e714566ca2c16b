import type { Core } from '@strapi/strapi';

import type { StoredFile } from '../page/media';
import { readLinked, type LinkedQuery, type LinkedRow, type Value } from './linked';
import { FILE_FIELDS } from './readable-media';

/** A tag, or a category. */
export interface Topic {
  id: number;
  name: string;
  slug: string;
}

/** What search engines are told in place of title and excerpt. */
export interface SearchEngines {
  metaTitle: string | null;
  metaDescription: string | null;
  noIndex: boolean;
}

/** What stands beside the text of a work. */
export interface Extras {
  /** In the editor's order. */
  media: StoredFile[];
  /** Undefined where there is none. */
  cover?: StoredFile;
  /** In the editor's order. */
  tags: Topic[];
  category: Topic | null;
  seo: SearchEngines | null;
}

/** The extras of some works by the numbers of their rows. */
export interface ReadExtras {
  extrasOf(work: number): Extras;
}

const hasPage = (topic: Topic): boolean => Boolean(topic.slug);

const toTopic = ({ other, name, slug }: LinkedRow): Topic => ({
  id: other,
  name: name ?? '',
  slug: slug ?? '',
});

const byPlace = (one: LinkedRow, other: LinkedRow): number => one.place - other.place;

/**
 * What finds all that is linked to some works. The tables of links are those that Strapi makes.
 * @param works the numbers of their rows
 */
export const linkedQueries = (
  { db }: Core.Strapi,
  works: readonly Value<number>[]
): [LinkedQuery, ...LinkedQuery[]] => {
  const literal = (sql: string) => db.connection.raw(sql);
  const topics = (kind: 'tag' | 'category', links: string, table: string, place: unknown) =>
    db
      .getConnection(`${links} as link`)
      .join(`${table} as term`, 'term.id', `link.${kind}_id`)
      .whereIn('link.work_id', [...works])
      .select({
        kind: literal(`'${kind}'`),
        work: 'link.work_id',
        place: place as string,
        other: 'term.id',
        name: 'term.name',
        slug: 'term.slug',
        flag: literal('0'),
        stamp: 'term.updated_at',
      });
  const seo = db
    .getConnection('works_cmps as link')
    .join('components_shared_seos as seo', 'seo.id', 'link.cmp_id')
    .whereIn('link.entity_id', [...works])
    .where({ 'link.component_type': 'shared.seo', 'link.field': 'seo' })
    .select({
      kind: literal(`'seo'`),
      work: 'link.entity_id',
      place: literal('0'),
      other: 'seo.id',
      name: 'seo.meta_title',
      slug: 'seo.meta_description',
      flag: literal('CASE WHEN seo.no_index THEN 1 ELSE 0 END'),
      stamp: literal('NULL'),
    });
  const files = db
    .getConnection('files_related_mph as link')
    .join('files as file', 'file.id', 'link.file_id')
    .whereIn('link.related_id', [...works])
    .where('link.related_type', 'api::work.work')
    .whereIn('link.field', ['media', 'cover'])
    .select({
      kind: 'link.field',
      work: 'link.related_id',
      place: 'link.order',
      other: 'link.file_id',
      name: literal('NULL'),
      slug: literal('NULL'),
      flag: literal('0'),
      stamp: 'file.updated_at',
    });
  return [
    topics('tag', 'works_tags_lnk', 'tags', 'link.tag_ord'),
    topics('category', 'works_category_lnk', 'categories', literal('0')),
    seo,
    files,
  ];
};

/** Gives each work what is linked to it; one query for the files, if there are any. */
export const toExtras = async (
  strapi: Core.Strapi,
  rows: readonly LinkedRow[]
): Promise<ReadExtras> => {
  const isFile = ({ kind }: LinkedRow): boolean => kind === 'media' || kind === 'cover';
  const fileIds = [...new Set(rows.filter(isFile).map(({ other }) => other))];
  const found: (StoredFile & { id: number })[] =
    fileIds.length === 0
      ? []
      : await strapi.db
          .query('plugin::upload.file')
          .findMany({ select: ['id', ...FILE_FIELDS], where: { id: { $in: fileIds } } });
  const files = new Map(found.map(({ id, ...file }): [number, StoredFile] => [id, file]));
  const byWork = new Map<number, LinkedRow[]>();
  for (const row of rows) byWork.set(row.work, [...(byWork.get(row.work) ?? []), row]);

  return {
    extrasOf(work) {
      const own = byWork.get(work) ?? [];
      const of = (kind: LinkedRow['kind']) => own.filter((row) => row.kind === kind).sort(byPlace);
      const filesOf = (kind: 'media' | 'cover') =>
        of(kind).flatMap(({ other }) => files.get(other) ?? []);
      const [[category], [engines], [cover]] = [of('category'), of('seo'), filesOf('cover')];
      return {
        media: filesOf('media'),
        ...(cover && { cover }),
        tags: of('tag').map(toTopic).filter(hasPage),
        category: category ? toTopic(category) : null,
        seo: engines
          ? {
              metaTitle: engines.name,
              metaDescription: engines.slug,
              noIndex: Number(engines.flag) === 1,
            }
          : null,
      };
    },
  };
};

/**
 * Reads what stands beside the texts of some works: one query for all that is linked, and one for
 * their files if there are any.
 * @param works the numbers of their rows
 */
export const readExtras = async (
  strapi: Core.Strapi,
  works: readonly number[]
): Promise<ReadExtras> =>
  toExtras(strapi, works.length === 0 ? [] : await readLinked(linkedQueries(strapi, works)));
