import type { Core, Schema } from '@strapi/strapi';

import { PLUGIN_ID } from '../constants';

export interface Index {
  name: string;
  columns: string[];
  /** SQL condition of a partial index; ignored on MySQL. */
  where?: string;
}

/** Creates missing indexes of a table. Strapi's schema sync does not remove them. */
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

/** Large-table indexes for content types that are not the plugin's own. */
const added = new WeakMap<Schema.ContentType, Index[]>();

/** Registers large-table indexes for a content type that is not the plugin's own; see `indexesWhenLargeOf`. */
export const addWhenLarge = (contentType: Schema.ContentType, indexes: Index[]): void =>
  void added.set(contentType, indexes);

/**
 * Indexes that a table gets only when it is large (`features/large-sites`). On a small table, an index slows writes
 * more than it speeds up lists. The plugin's own types declare these indexes in `pluginOptions.bot.indexesWhenLarge`.
 */
export const indexesWhenLargeOf = (contentType: Schema.ContentType): Index[] => {
  const own = (contentType.pluginOptions as Options | undefined)?.[PLUGIN_ID]?.indexesWhenLarge;
  return [...(own ?? []), ...(added.get(contentType) ?? [])];
};
