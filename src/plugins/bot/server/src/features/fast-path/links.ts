import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { fileLinkTable, query, tableOf } from '../../core/database/connection';
import { columnsOf, toEntity, type Entity } from '../../core/database/rows/entity';
import { linkTablesOf, readLinked, type LinkTable } from '../../core/database/rows/links';

import { isRead } from './eligibility';

/** An attribute whose value is links to other rows, as Strapi's document service is given it. */
export interface LinkAttribute {
  name: string;
  many: boolean;
  link: LinkTable;
  /** What it leads to, by their numbers in their order. Undefined if only Strapi can tell. */
  read: (value: unknown) => number[] | undefined;
  /** The other way round. */
  write: (rows: number[]) => unknown;
}

/** What one entry is linked to, by attribute. */
export type LinkedRows = ReadonlyMap<string, Entity[]>;

const isRowNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(Number.isInteger);

const readFiles = (value: unknown, many: boolean): number[] | undefined => {
  const files = value === null ? [] : many ? value : [value];
  return isRowNumbers(files) ? files : undefined;
};

/** A relation is named as `fields/form.ts` does. */
const readSet = (value: unknown): number[] | undefined => {
  const set: unknown = Reflect.get(Object(value), 'set');
  const ids: unknown =
    Array.isArray(set) && Object.keys(Object(value)).length === 1 && _.map(set, 'id');
  return isRowNumbers(ids) ? ids : undefined;
};

/** Reads and writes what links entries of the publication's type to files and to other records. */
export const createLinks = (strapi: Core.Strapi) => {
  const { contentType: uid } = botConfig(strapi);
  const tables = linkTablesOf(strapi, uid);

  const toAttribute = (link: LinkTable, name: string): LinkAttribute => {
    const many = link.many.includes(name);
    const said: Pick<LinkAttribute, 'read' | 'write'> =
      link.kind === 'relation'
        ? { read: readSet, write: (rows) => ({ set: rows.map((id) => ({ id })) }) }
        : {
            read: (value) => readFiles(value, many),
            write: (rows) => (many ? rows : (rows[0] ?? null)),
          };
    return { name, many, link, ...said };
  };
  const linksOf = (kind: LinkTable['kind']): LinkAttribute[] =>
    tables
      .filter((link) => link.kind === kind)
      .flatMap((link) => link.names.map((name) => toAttribute(link, name)));
  const media = linksOf('media');
  const relations = linksOf('relation');

  /** The columns of a type, and whether they are all that its values need. */
  const columnsIn = _.memoize((type: UID.Schema) => {
    const columns = columnsOf(strapi, type).filter((column) => column.type !== 'relation');
    return { columns, isPlain: columns.every((column) => isRead(column.type)) };
  });

  /** Where a type has values that databases give back in ways of their own, the query engine reads them. */
  const readRows = async (type: UID.Schema, ids: number[]): Promise<Entity[]> => {
    const { columns, isPlain } = columnsIn(type);
    if (!isPlain) {
      return strapi.db.query(type).findMany({ where: { id: { $in: ids } } });
    }
    const rows: object[] = await query(strapi, (knex) =>
      knex(tableOf(strapi, type)).whereIn('id', ids)
    );
    return rows.map((row) => toEntity(columns, row));
  };

  /** Rows of a type by their numbers. */
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
      await query(strapi, (knex) => knex(fileLinkTable(strapi)).insert(files));
    }
  };

  return {
    /** All tables of links, those to components too. */
    tables,
    media,
    relations,
    all: [...media, ...relations],
    byNumbers,

    /** What an entry is linked to, as events tell of it. @param held the tables in which it has links */
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

    /** Puts what data says of files in the place of an entry's links to them; the others stay. */
    async replaceFiles(id: number, data: Entity): Promise<void> {
      const named = media.map(({ name }) => name).filter((name) => data[name] !== undefined);
      if (named.length > 0) {
        await query(strapi, (knex) =>
          knex(fileLinkTable(strapi))
            .where({ related_id: id, related_type: uid })
            .whereIn('field', named)
            .delete()
        );
        await insertFiles(id, data);
      }
    },

    /** Links a new entry to what its data says. */
    async write(id: number, data: Entity): Promise<void> {
      await insertFiles(id, data);
      for (const { name, link, read } of relations) {
        const rows = (read(data[name]) ?? []).map((row, index) => ({
          [link.owner]: id,
          [link.other]: row,
          ...(link.order !== undefined && { [link.order]: index + 1 }),
        }));
        if (rows.length > 0) {
          await query(strapi, (knex) => knex(link.table).insert(rows));
        }
      }
    },
  };
};
