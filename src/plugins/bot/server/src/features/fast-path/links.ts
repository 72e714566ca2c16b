import type { Core, UID } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { FILE_UID } from '../../core/constants';
import { fileLinkTable, query, withSchema } from '../../core/database/connection';
import type { Entity } from '../../core/database/rows/entity';
import { isHeldIn, linksHeldBy } from '../../core/database/rows/links-held';

import { attributesOf, isLink, type Attribute } from './eligibility';
import { createLinkedRows, type RowLinks } from './linked-rows';

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

/** What one entry is linked to, by attribute. */
export type LinkedRows = ReadonlyMap<string, Entity[]>;

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
  const linkedRows = createLinkedRows(strapi);

  /** Where the links are: those to files in one table, and each relation in one of its own. */
  const tables: RowLinks[] = [
    {
      table: fileLinkTable(strapi),
      owner: 'related_id',
      other: 'file_id',
      order: 'order',
      target: FILE_UID,
      attribute: 'link.field',
      where: strapi.db.connection.raw('link.related_type = ?', [uid]).toQuery(),
    },
    ...relations.map(({ name, table, owner, other, order = 'id', target }) => ({
      table,
      owner,
      other,
      order,
      target,
      attribute: `'${name}'`,
    })),
  ];

  const readers = tables.map((table) => linkedRows.by(table));

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

    /** SQL that says in which tables an entry has links. @param entry its number */
    heldBy: (entry: string): string => linksHeldBy(strapi, tables, entry),

    /** What an entry is linked to. @param held what the SQL has said of it */
    async find(entry: number, held: number): Promise<LinkedRows> {
      const found = new Map<string, Entity[]>();
      for (const read of readers.filter((_read, place) => isHeldIn(held, place))) {
        for (const { name, row } of await read(entry)) {
          found.set(name, [...(found.get(name) ?? []), row]);
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
