import type { Core, UID } from '@strapi/strapi';

import { createRowInsert } from '../statement';

import { columnsOf, toEntity, toRow, type Entity } from './entity';

export interface StoredEntity extends Entity {
  id: number;
}

/**
 * Creates a function that inserts an entity as Strapi's query engine does, with lifecycles and defaults, but does not
 * read it back. Like the query engine's result, the returned entity has no internal attributes. Must run in a
 * transaction.
 * @param linked names of the relations that `attach` writes
 * @param attach writes the relations in `linked`; the query engine writes all others
 */
export const createInsert = <Data extends Entity>(
  strapi: Core.Strapi,
  uid: UID.Schema,
  linked: string[] = [],
  attach: (id: number, data: Data) => Promise<void> = async () => undefined
): ((data: Data) => Promise<StoredEntity>) => {
  const columns = columnsOf(strapi, uid);
  const shown = columns.filter(({ isInternal }) => !isInternal);
  const known = new Set([...columns.map(({ name }) => name), ...linked]);
  const relations = Object.keys(strapi.db.metadata.get(uid).attributes).filter(
    (name) => !known.has(name)
  );
  const { lifecycles } = strapi.db;
  const insertRow = createRowInsert(strapi, uid);

  return async (data) => {
    const params = { data };
    const states = await lifecycles.run('beforeCreate', uid, { params });
    const row = toRow(columns, params.data);
    const id = await insertRow(row);
    await attach(id, params.data);

    const added = relations.filter((name) => name in params.data);
    if (added.length > 0) {
      const values = Object.fromEntries(added.map((name) => [name, params.data[name]]));
      await strapi.db.query(uid).update({ where: { id }, data: values });
    }
    const result = { ...toEntity(shown, row), id };
    await lifecycles.run('afterCreate', uid, { params, result }, states);
    return result;
  };
};
