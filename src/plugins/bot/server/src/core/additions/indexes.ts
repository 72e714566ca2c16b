import type { Core, Schema } from '@strapi/strapi';

import { PLUGIN_ID } from '../constants';

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

interface Options {
  [PLUGIN_ID]?: { indexesWhenLarge?: Index[] };
}

/** Those that the plugin adds to a type of somebody else. */
const added = new WeakMap<Schema.ContentType, Index[]>();

export const addWhenLarge = (contentType: Schema.ContentType, indexes: Index[]): void =>
  void added.set(contentType, indexes);

/**
 * The indexes that a table gets when it is large (`features/large-sites`), as each costs a write more than it saves a
 * list before. A type names them in its own options: `pluginOptions.bot.indexesWhenLarge`.
 */
export const indexesWhenLargeOf = (contentType: Schema.ContentType): Index[] => {
  const own = (contentType.pluginOptions as Options | undefined)?.[PLUGIN_ID]?.indexesWhenLarge;
  return [...(own ?? []), ...(added.get(contentType) ?? [])];
};
