import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { knexOf, fileLinkTable, tableOf } from '../../core/database/connection';
import { columnsOf, toEntity, type Entity } from '../../core/database/rows/entity';
import { linkTablesOf, readLinked, type LinkTable } from '../../core/database/rows/links';

import { isRead } from './eligibility';

/** An attribute with links to other rows, and converters for the format of the document service. */
export interface LinkAttribute {
  name: string;
  many: boolean;
  link: LinkTable;
  /** Converts the value of a link attribute to row IDs, in the same order; undefined if only Strapi can handle it. */
  read: (value: unknown) => number[] | undefined;
  /** Converts row IDs to a value for the document service. */
  write: (rows: number[]) => unknown;
}

/** Linked rows of an entry, by attribute. */
export type LinkedRows = ReadonlyMap<string, Entity[]>;

const isRowNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(Number.isInteger);

const readFiles = (value: unknown, many: boolean): number[] | undefined => {
  const files = value === null ? [] : many ? value : [value];
  return isRowNumbers(files) ? files : undefined;
};

/** Parses a relation in the format that `fields/form.ts` writes. */
const readSet = (value: unknown): number[] | undefined => {
  const set: unknown = Reflect.get(Object(value), 'set');
  const ids: unknown =
    Array.isArray(set) && Object.keys(Object(value)).length === 1 && _.map(set, 'id');
  return isRowNumbers(ids) ? ids : undefined;
};

/** Reads and writes links of publications to files and other records. */
export const createLinks = (strapi: Core.Strapi) => {
  const { contentType: uid } = botConfig(strapi);
  const tables = linkTablesOf(strapi, uid);

  const toAttribute = (link: LinkTable, name: string): LinkAttribute => {
    const many = link.many.includes(name);
    const access: Pick<LinkAttribute, 'read' | 'write'> =
      link.kind === 'relation'
        ? { read: readSet, write: (rows) => ({ set: rows.map((id) => ({ id })) }) }
        : {
            read: (value) => readFiles(value, many),
            write: (rows) => (many ? rows : (rows[0] ?? null)),
          };
    return { name, many, link, ...access };
  };
  const linksOf = (kind: LinkTable['kind']): LinkAttribute[] =>
    tables
      .filter((link) => link.kind === kind)
      .flatMap((link) => link.names.map((name) => toAttribute(link, name)));
  const media = linksOf('media');
  const relations = linksOf('relation');

  /** Value columns of a type, and whether all can be read without the query engine. */
  const columnsIn = _.memoize((type: UID.Schema) => {
    const columns = columnsOf(strapi, type).filter((column) => column.type !== 'relation');
    return { columns, isPlain: columns.every((column) => isRead(column.type)) };
  });

  /** Reads rows. Uses the query engine for types whose values databases return in special formats. */
  const readRows = async (type: UID.Schema, ids: number[]): Promise<Entity[]> => {
    const { columns, isPlain } = columnsIn(type);
    if (!isPlain) return strapi.db.query(type).findMany({ where: { id: { $in: ids } } });
    const rows: object[] = await knexOf(strapi)(tableOf(strapi, type)).whereIn('id', ids);
    return rows.map((row) => toEntity(columns, row));
  };

  /** Rows of a type, by ID. */
  const byNumbers = async (type: UID.Schema, ids: number[]): Promise<Map<unknown, Entity>> => {
    const found = ids.length === 0 ? [] : await readRows(type, ids);
    return new Map(found.map((row) => [row.id, row]));
  };

  const insertFiles = async (id: number, data: Entity): Promise<void> => {
    const files = media.flatMap((attribute) =>
      (attribute.read(data[attribute.name]) ?? []).map((file, index) => ({
        file_id: file,
        related_id: id,
        related_type: uid,
        field: attribute.name,
        order: index + 1,
      }))
    );
    if (files.length > 0) {
      await knexOf(strapi)(fileLinkTable(strapi)).insert(files);
    }
  };

  return {
    /** All link tables, including those of components. */
    tables,
    media,
    relations,
    all: [...media, ...relations],
    byNumbers,

    /** Linked rows of an entry, for the payload of events. @param held link tables in which the entry has links */
    async find(entry: number, held: LinkTable[]): Promise<LinkedRows> {
      const found = new Map<string, Entity[]>();
      for (const link of held.filter(({ kind }) => kind !== 'component')) {
        const linked = await readLinked(strapi, link, [entry]);
        const { columns, isPlain } = columnsIn(link.target);
        const ids = isPlain ? [] : linked.map(({ row }) => Number(row.id));
        const others = await byNumbers(link.target, ids);
        for (const { name, row } of linked) {
          const other = others.get(row.id) ?? toEntity(columns, row);
          found.set(name, [...(found.get(name) ?? []), other]);
        }
      }
      return found;
    },

    /** Replaces an entry's file links for the attributes in `data`. */
    async replaceFiles(id: number, data: Entity): Promise<void> {
      const named = media.map(({ name }) => name).filter((name) => data[name] !== undefined);
      if (named.length > 0) {
        await knexOf(strapi)(fileLinkTable(strapi))
          .where({ related_id: id, related_type: uid })
          .whereIn('field', named)
          .delete();
        await insertFiles(id, data);
      }
    },

    /** Inserts the links of a new entry. */
    async write(id: number, data: Entity): Promise<void> {
      await insertFiles(id, data);
      for (const { name, link, read } of relations) {
        const rows = (read(data[name]) ?? []).map((row, index) => ({
          [link.owner]: id,
          [link.other]: row,
          ...(link.order !== undefined && { [link.order]: index + 1 }),
        }));
        if (rows.length > 0) {
          await knexOf(strapi)(link.table).insert(rows);
        }
      }
    },
  };
};
