import type { Core } from '@strapi/strapi';

import type { StoredFile } from '../page/media';
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
  /** Undefined where there is none. */
  cover?: StoredFile;
  /** In the editor's order. */
  tags: Topic[];
  category: Topic | null;
  seo: SearchEngines | null;
}

interface Row {
  kind: 'tag' | 'category' | 'seo' | 'cover';
  work: number;
  place: number;
  /** Of the record that the work is linked to. */
  other: number;
  name: string | null;
  slug: string | null;
  flag: number;
}

const hasPage = (topic: Topic): boolean => Boolean(topic.slug);

const toTopic = ({ other, name, slug }: Row): Topic => ({
  id: other,
  name: name ?? '',
  slug: slug ?? '',
});

/**
 * Reads what stands beside the texts of some works: one query for all that is linked, and one for
 * their covers if there are any. The tables of links are those that Strapi makes.
 * @param works the numbers of their rows
 */
export const readExtras = async (
  strapi: Core.Strapi,
  works: readonly number[]
): Promise<Map<number, Extras>> => {
  const { db } = strapi;
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
    });
  const covers = db
    .getConnection('files_related_mph as link')
    .whereIn('link.related_id', [...works])
    .where({ 'link.related_type': 'api::work.work', 'link.field': 'cover' })
    .select({
      kind: literal(`'cover'`),
      work: 'link.related_id',
      place: literal('0'),
      other: 'link.file_id',
      name: literal('NULL'),
      slug: literal('NULL'),
      flag: literal('0'),
    });
  const rows: Row[] =
    works.length === 0
      ? []
      : await topics('tag', 'works_tags_lnk', 'tags', 'link.tag_ord').unionAll([
          topics('category', 'works_category_lnk', 'categories', literal('0')),
          seo,
          covers,
        ]);

  const coverIds = rows.filter(({ kind }) => kind === 'cover').map(({ other }) => other);
  const files: (StoredFile & { id: number })[] =
    coverIds.length === 0
      ? []
      : await db
          .query('plugin::upload.file')
          .findMany({ select: ['id', ...FILE_FIELDS], where: { id: { $in: coverIds } } });

  return new Map(
    works.map((work) => {
      const own = rows.filter((row) => Number(row.work) === work);
      const of = (kind: Row['kind']) => own.filter((row) => row.kind === kind);
      const [category, engines, cover] = [of('category')[0], of('seo')[0], of('cover')[0]];
      const tags = of('tag').sort((one, other) => one.place - other.place);
      const extras: Extras = {
        tags: tags.map(toTopic).filter(hasPage),
        category: category ? toTopic(category) : null,
        seo: engines
          ? {
              metaTitle: engines.name,
              metaDescription: engines.slug,
              noIndex: Number(engines.flag) === 1,
            }
          : null,
      };
      const file = cover && files.find(({ id }) => id === cover.other);
      return [work, file ? { ...extras, cover: file } : extras];
    })
  );
};
