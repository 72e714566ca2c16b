import type { Core, UID } from '@strapi/strapi';

import { botConfig } from '../config';
import { fileLinkTable, query, quote, rowsOf, withSchema } from '../database/connection';
import type { Entity } from '../database/entity';

import { attributesOf, isLink, type Attribute } from './eligibility';

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
  orderColumnName?: string;
}

/** An attribute whose value is links to other rows, as Strapi's document service is given it. */
interface LinkAttribute {
  name: string;
  /** What it leads to, by their numbers in their order. Undefined if only Strapi can tell. */
  read: (value: unknown) => number[] | undefined;
  /** The other way round. */
  write: (rows: number[]) => unknown;
}

export interface MediaAttribute extends LinkAttribute {
  kind: 'media';
  many: boolean;
}

export interface RelationAttribute extends LinkAttribute {
  kind: 'relation';
  many: boolean;
  target: UID.ContentType;
  table: string;
  owner: string;
  other: string;
  /** The column of the order, where there can be several. */
  order?: string;
}

/** The links of one entry, by attribute. */
export type Links = ReadonlyMap<string, number[]>;

const isRowNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(Number.isInteger);

const one = (rows: number[]): number | null => rows[0] ?? null;

const toMedia = (name: string, { multiple }: Attribute): MediaAttribute => ({
  kind: 'media',
  name,
  many: multiple === true,
  read(value) {
    if (value === null) {
      return [];
    }
    if (multiple !== true && Number.isInteger(value)) {
      return [value as number];
    }
    return isRowNumbers(value) && multiple === true ? value : undefined;
  },
  write: (rows) => (multiple === true ? rows : one(rows)),
});

/** A relation is named as `publications/fields` does. */
const readSet = (value: unknown): number[] | undefined => {
  const set: unknown = Reflect.get(Object(value), 'set');
  if (!Array.isArray(set) || Object.keys(Object(value)).length !== 1) {
    return undefined;
  }
  const ids = set.map((entry: unknown) => Reflect.get(Object(entry), 'id') as unknown);
  return isRowNumbers(ids) ? ids : undefined;
};

const toRelation = (
  strapi: Core.Strapi,
  uid: UID.Schema,
  name: string,
  { target = '' }: Attribute
): RelationAttribute => {
  const stored: unknown = strapi.db.metadata.get(uid).attributes[name];
  const table = Reflect.get(Object(stored), 'joinTable') as JoinTable;
  return {
    kind: 'relation',
    name,
    many: table.orderColumnName !== undefined,
    target: target as UID.ContentType,
    table: withSchema(strapi, table.name),
    owner: table.joinColumn.name,
    other: table.inverseJoinColumn.name,
    order: table.orderColumnName,
    read: readSet,
    write: (rows) => ({ set: rows.map((id) => ({ id })) }),
  };
};

/**
 * Reads and writes what links entries of the publication's type to files and to other records.
 * Leans on the tables that Strapi makes for that.
 */
export const createLinks = (strapi: Core.Strapi) => {
  const { contentType: uid } = botConfig(strapi);
  const attributes = Object.entries(attributesOf(strapi, uid));
  const media = attributes
    .filter(([, { type }]) => type === 'media')
    .map(([name, attribute]) => toMedia(name, attribute));
  const relations = attributes
    .filter(([name, attribute]) => isLink(name, attribute))
    .map(([name, attribute]) => toRelation(strapi, uid, name, attribute));
  const quoted = (name: string): string => quote(strapi, name);

  // What each attribute of an entry leads to, and where that stands in its order.
  const filesOf = `SELECT field AS name, file_id AS other, ${quoted('order')} AS place
    FROM ${quoted(fileLinkTable(strapi))} WHERE related_id = ? AND related_type = ?`;
  const relatedOf = relations.map(
    ({ name, table, owner, other, order = 'id' }) =>
      `SELECT '${name}' AS name, ${quoted(other)} AS other, ${quoted(order)} AS place
        FROM ${quoted(table)} WHERE ${quoted(owner)} = ?`
  );

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
    media,
    relations,
    all: [...media, ...relations],

    /** SQL that says of an entry whether files are linked to it. @param entry its number */
    hasFiles: (entry: string): string =>
      strapi.db.connection
        .raw('EXISTS (SELECT 1 FROM ?? WHERE related_id = ?? AND related_type = ?)', [
          fileLinkTable(strapi),
          entry,
          uid,
        ])
        .toQuery(),

    /** SQL that says of an entry whether it relates to anything. */
    hasRelations: (entry: string): string => {
      const owners = new Map(relations.map(({ table, owner }) => [table, owner]));
      const parts = [...owners].map(
        ([table, owner]) =>
          `EXISTS (SELECT 1 FROM ${quoted(table)} WHERE ${quoted(owner)} = ${quoted(entry)})`
      );
      return parts.length === 0 ? 'NULL' : `(${parts.join(' OR ')})`;
    },

    /** The links of an entry. @param has what it may be linked to */
    async find(
      id: number,
      { hasFiles, isRelated }: { hasFiles: boolean; isRelated: boolean }
    ): Promise<Links> {
      const parts = [
        ...(hasFiles ? [{ sql: filesOf, values: [id, uid] }] : []),
        ...(isRelated ? relatedOf.map((sql) => ({ sql, values: [id] })) : []),
      ];
      const found = new Map<string, number[]>();
      if (parts.length === 0) {
        return found;
      }
      const sql = `${parts.map((part) => part.sql).join(' UNION ALL ')} ORDER BY place`;
      const values = parts.flatMap((part) => part.values);
      const rows = await query(strapi, (knex) => knex.raw(sql, values));
      for (const { name, other } of rowsOf<{ name: string; other: number }>(rows)) {
        found.set(name, [...(found.get(name) ?? []), other]);
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
      for (const { name, table, owner, other, order, read } of relations) {
        const rows = (read(data[name]) ?? []).map((row, index) => ({
          [owner]: id,
          [other]: row,
          ...(order !== undefined && { [order]: index + 1 }),
        }));
        if (rows.length > 0) {
          await query(strapi, (knex) => knex(table).insert(rows));
        }
      }
    },
  };
};
