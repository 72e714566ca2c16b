import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { FILE_UID } from '../../constants';
import { componentLinkTable, fileLinkTable, quote, tableOf, withSchema } from '../connection';
import { placesFor, selectRows } from '../statement';

import { attributesOf, componentsIn } from './entity';

/** A table, or a part of one, in which Strapi links rows of one type to rows of another. */
export interface LinkTable {
  kind: 'media' | 'relation' | 'component';
  /** Attributes whose links are in this table. */
  names: string[];
  /** Attributes of the type that allow several values. */
  many: string[];
  table: string;
  /** Column with the ID of the linking row. */
  owner: string;
  target: UID.Schema;
  /** Column with the ID of the linked row. */
  other: string;
  /** Column with the position of the linked row; undefined for to-one relations. */
  order?: string;
  /** SQL condition for the relevant links, if the table also stores links of other types. */
  where?: string;
  /** SQL expression for the attribute of a link. */
  attribute: string;
}

export type Row = Record<string, unknown>;

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  /** Column with the ID of the linked row; missing for polymorphic relations. */
  inverseJoinColumn?: { name: string };
  orderColumnName?: string;
}

/** The tables that link rows of a type to files, components and records of other types. */
export const linkTablesOf = (strapi: Core.Strapi, uid: UID.Schema): LinkTable[] => {
  const attributes = Object.entries(attributesOf(strapi, uid));
  const text = (value: string): string => strapi.db.connection.raw('?', [value]).toQuery();

  const many = attributes
    .filter(
      ([, { type, relation, multiple, repeatable }]) =>
        type === 'dynamiczone' || relation?.endsWith('Many') || multiple || repeatable
    )
    .map(([name]) => name);

  const media = attributes.filter(([, { type }]) => type === 'media').map(([name]) => name);
  const files: LinkTable = {
    kind: 'media',
    names: media,
    many,
    table: fileLinkTable(strapi),
    owner: 'related_id',
    target: FILE_UID,
    other: 'file_id',
    order: 'order',
    where: `link.related_type = ${text(uid)}`,
    attribute: 'link.field',
  };

  const relations = attributes.flatMap(([name, attribute]): LinkTable[] => {
    const { type, target, unstable_virtual: isVirtual } = attribute;
    const stored: unknown = strapi.db.metadata.get(uid).attributes[name];
    const joinTable = Reflect.get(Object(stored), 'joinTable') as JoinTable | undefined;
    const isOfRows = type === 'relation' && isVirtual !== true && name !== 'localizations';
    return !isOfRows || target === undefined || joinTable?.inverseJoinColumn === undefined
      ? []
      : [
          {
            kind: 'relation',
            names: [name],
            many,
            table: withSchema(strapi, joinTable.name),
            owner: joinTable.joinColumn.name,
            target,
            other: joinTable.inverseJoinColumn.name,
            order: joinTable.orderColumnName,
            attribute: text(name),
          },
        ];
  });

  const components = _.uniq(attributes.flatMap(([, attribute]) => componentsIn(attribute))).map(
    (component): LinkTable => ({
      kind: 'component',
      names: attributes.flatMap(([name, attribute]) =>
        componentsIn(attribute).includes(component) ? name : []
      ),
      many,
      table: String(componentLinkTable(strapi, uid)),
      owner: 'entity_id',
      target: component,
      other: 'cmp_id',
      order: 'order',
      where: `link.component_type = ${text(component)}`,
      attribute: 'link.field',
    })
  );
  return [...(media.length > 0 ? [files] : []), ...relations, ...components];
};

/**
 * Maximum number of tables whose flags, powers of two, are summed in one column, so that the sum is an exact integer.
 */
const SUMMED = 50;
const SUM = 'links_held_';
const sumOf = (index: number): string => `${SUM}${index}`;

/** Whether a column of a query result is a column of the table. False for the columns that `linksHeldBy` adds. */
export const isColumn = (name: string): boolean => !name.startsWith(SUM);

/**
 * SQL for additional columns, each after a comma. They tell which link tables have links of a row: a sum of powers of
 * two, one for each table. For a row without links, as most are, no further queries are needed.
 * @param row SQL expression for the row ID
 */
export const linksHeldBy = (strapi: Core.Strapi, tables: LinkTable[], row: string): string =>
  _.chunk(tables, SUMMED)
    .map((some, index) => {
      const parts = some.map(
        ({ table, owner, where = '1 = 1' }, place) =>
          `CASE WHEN EXISTS (SELECT 1 FROM ${quote(strapi, table)} AS link
            WHERE ${quote(strapi, `link.${owner}`)} = ${row} AND ${where}) THEN ${2 ** place} ELSE 0 END`
      );
      return `, ${parts.join(' + ')} AS ${sumOf(index)}`;
    })
    .join('');

/** The tables in which a row has links, read from the flags that `linksHeldBy` adds. */
export const linksHeldIn = (tables: LinkTable[], row: object): LinkTable[] =>
  tables.filter((_table, place) => {
    const sum = Number(Reflect.get(row, sumOf(Math.floor(place / SUMMED))));
    return Math.floor(sum / 2 ** (place % SUMMED)) % 2 === 1;
  });

/**
 * Reads the rows that are linked to the rows `owners`, sorted by the position of the links. @param columns SQL for the
 * selected columns of `target`
 */
export const readLinked = async (
  strapi: Core.Strapi,
  { table, owner, target, other, order = 'id', where = '1 = 1', attribute }: LinkTable,
  owners: readonly number[],
  columns = 'target.*'
) => {
  const quoted = (name: string): string => quote(strapi, name);
  const select = `SELECT ${columns}, ${quoted(`link.${owner}`)} AS link_owner,
      ${attribute} AS link_attribute, ${quoted(`link.${order}`)} AS link_place
    FROM ${quoted(table)} AS link
    JOIN ${quoted(tableOf(strapi, target))} AS target ON target.id = ${quoted(`link.${other}`)}
    WHERE ${quoted(`link.${owner}`)} IN (${placesFor(owners)}) AND ${where}
    ORDER BY ${quoted(`link.${order}`)}`;
  const rows = await selectRows<Row>(strapi, select, owners);
  return rows.map((row) => ({
    owner: Number(row.link_owner),
    name: String(row.link_attribute),
    place: Number(row.link_place),
    row,
  }));
};
