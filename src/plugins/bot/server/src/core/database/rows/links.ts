import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { FILE_UID } from '../../constants';
import { componentLinkTable, fileLinkTable, quote, tableOf, withSchema } from '../connection';
import { placesFor, selectRows } from '../statement';

import { attributesOf, componentsIn } from './entity';

/** Where Strapi links the rows of a type to those of another: a table, or the part of one that is about both. */
export interface LinkTable {
  kind: 'media' | 'relation' | 'component';
  /** The attributes whose links are there. */
  names: string[];
  /** The attributes of the type that can have several. */
  many: string[];
  table: string;
  /** The column with the number of the row that is linked. */
  owner: string;
  target: UID.Schema;
  /** The column with the number of the row that it leads to. */
  other: string;
  /** The column of the order; a relation to one has none. */
  order?: string;
  /** What else holds of its links, in SQL. */
  where?: string;
  /** SQL for the attribute that a link stands for. */
  attribute: string;
}

export type Row = Record<string, unknown>;

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  /** Of relations to records of several types there is none. */
  inverseJoinColumn?: { name: string };
  orderColumnName?: string;
}

/** The tables that link the rows of a type to files, to records of one other type each, and to components. */
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

/** Tables in one sum: more would be no exact number. */
const SUMMED = 50;
const SUM = 'links_held_';
const sumOf = (index: number): string => `${SUM}${index}`;

/** Whether what was read under this name is a column of the row, and not said of its links. */
export const isColumn = (name: string): boolean => !name.startsWith(SUM);

/**
 * SQL for columns, each after a comma, that say in which tables a row has links, as sums of powers of two.
 * Most rows have none and need no further query.
 * @param row an SQL expression for the id of the row
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

/** The tables in which such a row says that it has links. */
export const linksHeldIn = (tables: LinkTable[], row: object): LinkTable[] =>
  tables.filter((_table, place) => {
    const sum = Number(Reflect.get(row, sumOf(Math.floor(place / SUMMED))));
    return Math.floor(sum / 2 ** (place % SUMMED)) % 2 === 1;
  });

/** Reads what some rows are linked to, in order. @param columns SQL for what is read of `target` */
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
