import type { Core } from '@strapi/strapi';

export interface Index {
  name: string;
  columns: string[];
  /** Which rows it has, as a part of a statement; on MySQL it has all. */
  where?: string;
}

/** Gives a table those of the indexes that it does not have; Strapi's schema sync leaves alone what it does not name. */
export const addIndexes = async (
  { db }: Core.Strapi,
  table: string,
  indexes: readonly Index[]
): Promise<void> => {
  const known = await db.dialect.schemaInspector.getIndexes(table);
  for (const { name, columns, where } of indexes) {
    if (known.some((index) => index.name === name)) continue;
    const isOfSome = where !== undefined && db.dialect.client !== 'mysql';
    const options = isOfSome ? { predicate: db.connection.whereRaw(where) } : {};
    await db
      .getSchemaConnection()
      .alterTable(table, (rows) => void rows.index(columns, name, options));
  }
};
