import type { Core, UID } from '@strapi/strapi';

import { query, tableOf } from '../database/connection';
import { columnsOf, toEntity, type Column, type Entity } from '../database/entity';

import { isRead } from './eligibility';

/**
 * Makes the function that reads rows of a type by their numbers, as events tell of them. Where a type
 * has values that databases give back in ways of their own, the query engine reads them.
 */
export const createLinkedRows = (strapi: Core.Strapi) => {
  const columns = new Map<UID.Schema, Column[]>();

  const valuesOf = (uid: UID.Schema): Column[] => {
    const known =
      columns.get(uid) ?? columnsOf(strapi, uid).filter(({ type }) => type !== 'relation');
    columns.set(uid, known);
    return known;
  };

  const read = async (uid: UID.Schema, ids: number[]): Promise<Entity[]> => {
    const values = valuesOf(uid);
    if (!values.every(({ type }) => isRead(type))) {
      return strapi.db.query(uid).findMany({ where: { id: { $in: ids } } });
    }
    const rows: object[] = await query(strapi, (knex) =>
      knex(tableOf(strapi, uid)).whereIn('id', ids)
    );
    return rows.map((row) => toEntity(values, row));
  };

  return async (uid: UID.Schema, ids: number[]): Promise<Map<unknown, Entity>> => {
    const found = ids.length === 0 ? [] : await read(uid, ids);
    return new Map(found.map((row) => [row.id, row]));
  };
};
