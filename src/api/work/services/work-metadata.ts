/**
 * Relies on: names and columns of Strapi's link tables, such as `works_tags_lnk` and `files_related_mph`
 * Breaks if: Strapi names its tables or their columns differently
 * Checked by: tests/pages/two-queries-by-index.long.test.ts
 */

import type { Core } from '@strapi/strapi';

import type { LinkedQuery, LinkedRow, Value } from './linked';
import { FILE_FIELDS, type StoredFile } from './stored-files';

/** A tag or a category. */
export interface Topic {
  id: number;
  name: string;
  slug: string;
}

/** SEO settings that replace title and excerpt for search engines. */
export interface SearchEngines {
  metaTitle: string | null;
  metaDescription: string | null;
  noIndex: boolean;
}

/** Media, tags, category and SEO settings of a work. */
export interface WorkMetadata {
  /** Media in the editor's order. */
  media: StoredFile[];
  cover: StoredFile | null;
  /** Files that the text refers to, without media and cover. */
  inText: StoredFile[];
  /** Tags in the editor's order. */
  tags: Topic[];
  category: Topic | null;
  seo: SearchEngines | null;
}

/** Columns of a work that are needed to find its related records. */
export interface WorkRow {
  id: number;
  body: string | null;
}

type FoundFile = StoredFile & { id: number; hash: string };

const hasPage = (topic: Topic): boolean => Boolean(topic.slug);

const toTopic = ({ other, name, slug }: LinkedRow): Topic => ({
  id: other,
  name: name ?? '',
  slug: slug ?? '',
});

const isFile = ({ kind }: LinkedRow): boolean => kind === 'media' || kind === 'cover';

const numbersOfFiles = (row: LinkedRow): number[] => {
  if (isFile(row)) return [row.other];
  return row.kind === 'related' && row.flag !== null ? [Number(row.flag)] : [];
};

const byPlace = (one: LinkedRow, other: LinkedRow): number => one.place - other.place;

/**
 * Queries for all records linked to some works, from Strapi's link tables.
 * @param works row ids, or placeholders for them
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

/**
 * Maximum number of file names of one text that are looked up. Further pictures are shown without width and height.
 */
const MOST_NAMES = 200;

/** Storage names of files to which a text seems to refer; usually none. */
export const namesIn = (strapi: Core.Strapi, text: string | null): string[] =>
  text === null
    ? []
    : strapi.plugin('bot').service('fileReference').namesIn(text).slice(0, MOST_NAMES);

/** Reads files by their ids or storage names; both columns have an index. */
const readFiles = async (
  { db }: Core.Strapi,
  ids: number[],
  names: string[]
): Promise<FoundFile[]> => {
  const conditions = [
    ...(ids.length > 0 ? [{ id: { $in: ids } }] : []),
    ...(names.length > 0 ? [{ hash: { $in: names } }] : []),
  ];
  return conditions.length === 0
    ? []
    : db
        .query('plugin::upload.file')
        .findMany({ select: ['id', ...FILE_FIELDS], where: { $or: conditions } });
};

/**
 * Groups linked records by work, and reads their files and the files to which the texts refer, in at most one query.
 * @returns functions that give the metadata of a work by row id, and a file by id
 */
export const toWorkMetadata = async (
  strapi: Core.Strapi,
  works: readonly WorkRow[],
  rows: readonly LinkedRow[]
): Promise<{
  of: (work: number) => WorkMetadata;
  fileOf: (id: number) => StoredFile | undefined;
}> => {
  const inTexts = new Map(works.map(({ id, body }) => [id, namesIn(strapi, body)]));
  const found = await readFiles(
    strapi,
    [...new Set(rows.flatMap(numbersOfFiles))],
    [...new Set([...inTexts.values()].flat())]
  );
  const files = new Map(found.map(({ id, ...file }): [number, StoredFile] => [id, file]));
  const idsByName = new Map(found.map(({ hash, id }) => [hash, id]));
  const byWork = new Map<number, LinkedRow[]>();
  for (const row of rows) byWork.set(row.work, [...(byWork.get(row.work) ?? []), row]);

  const metadataOf = (work: number): WorkMetadata => {
    const own = byWork.get(work) ?? [];
    const of = (kind: LinkedRow['kind']) => own.filter((row) => row.kind === kind).sort(byPlace);
    const filesOf = (kind: 'media' | 'cover') =>
      of(kind).flatMap(({ other }) => files.get(other) ?? []);
    const [[category], [engines]] = [of('category'), of('seo')];
    const linkedFiles = new Set(own.filter(isFile).map(({ other }) => other));
    return {
      media: filesOf('media'),
      inText: (inTexts.get(work) ?? []).flatMap((name) => {
        const id = idsByName.get(name) ?? NaN;
        return linkedFiles.has(id) ? [] : (files.get(id) ?? []);
      }),
      cover: filesOf('cover')[0] ?? null,
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
  };
  return { of: metadataOf, fileOf: (id) => files.get(id) };
};
