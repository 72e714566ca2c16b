import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { query, quote, rowsOf, tableOf } from '../../core/database/connection';
import { columnsOf, toEntity, type Entity } from '../../core/database/rows/entity';
import type { LinkTable } from '../../core/database/rows/links-held';

import { isRead } from './eligibility';

/** A table that links entries to rows of a type, in an order. */
export interface RowLinks extends LinkTable {
  target: UID.Schema;
  /** The column with the number of the row that a link leads to. */
  other: string;
  /** The column of the order. */
  order: string;
  /** SQL that says for which attribute a link stands. */
  attribute: string;
}

/** A row that an entry is linked to. */
export interface LinkedRow {
  /** The attribute that leads to it. */
  name: string;
  row: Entity;
}

/** Names that no column has. */
const NAME_AS = '_name';

/**
 * Reads rows that entries are linked to, as events tell of them. Where their type has values that databases give back
 * in ways of their own, the query engine reads them.
 */
export const createLinkedRows = (strapi: Core.Strapi) => {
  const quoted = (name: string): string => quote(strapi, name);

  /** The columns of a type, and whether they are all that its values need. */
  const columnsIn = _.memoize((uid: UID.Schema) => {
    const columns = columnsOf(strapi, uid).filter(({ type }) => type !== 'relation');
    return { columns, isPlain: columns.every(({ type }) => isRead(type)) };
  });

  const read = async (uid: UID.Schema, ids: number[]): Promise<Entity[]> => {
    const { columns, isPlain } = columnsIn(uid);
    if (!isPlain) {
      return strapi.db.query(uid).findMany({ where: { id: { $in: ids } } });
    }
    const rows: object[] = await query(strapi, (knex) =>
      knex(tableOf(strapi, uid)).whereIn('id', ids)
    );
    return rows.map((row) => toEntity(columns, row));
  };

  /** Rows of a type by their numbers. */
  const byNumbers = async (uid: UID.Schema, ids: number[]): Promise<Map<unknown, Entity>> => {
    const found = ids.length === 0 ? [] : await read(uid, ids);
    return new Map(found.map((row) => [row.id, row]));
  };

  return {
    byNumbers,

    /** Makes the function that reads what an entry is linked to in one table, in its order. */
    by({ table, owner, where, target, other, order, attribute }: RowLinks) {
      const select = `SELECT target.*, ${attribute} AS ${NAME_AS} FROM ${quoted(table)} AS link
        JOIN ${quoted(tableOf(strapi, target))} AS target ON target.id = ${quoted(`link.${other}`)}
        WHERE ${quoted(`link.${owner}`)} = ?${where === undefined ? '' : ` AND ${where}`}
        ORDER BY ${quoted(`link.${order}`)}`;
      return async (entry: number): Promise<LinkedRow[]> => {
        const found = rowsOf<{ id: number; [NAME_AS]: string }>(
          await query(strapi, (knex) => knex.raw(select, [entry]))
        );
        const { columns, isPlain } = columnsIn(target);
        const others = isPlain
          ? undefined
          : await byNumbers(
              target,
              found.map(({ id }) => id)
            );
        return found.map((row) => ({
          name: row[NAME_AS],
          row: others?.get(row.id) ?? toEntity(columns, row),
        }));
      };
    },
  };
};
