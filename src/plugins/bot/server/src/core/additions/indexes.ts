import type { Core, Schema } from '@strapi/strapi';

import { PLUGIN_ID } from '../constants';

export interface Index {
  name: string;
  columns: string[];
  /** SQL condition of a partial index; ignored on MySQL. */
  where?: string;
}

/**
 * Creates missing indexes of a table, and replaces those that lack a column because an earlier version has dropped it.
 * Strapi's schema sync does not remove these indexes.
 */
export const addIndexes = async (
  { db }: Core.Strapi,
  table: string,
  indexes: readonly Index[]
): Promise<void> => {
  const known = await db.dialect.schemaInspector.getIndexes(table);
  for (const { name, columns, where } of indexes) {
    const found = known.find((index) => index.name === name)?.columns;
    if (found && columns.every((column) => found.includes(column))) continue;
    // Knex ignores the condition on MySQL.
    const options = where === undefined ? {} : { predicate: db.connection.whereRaw(where) };
    await db.getSchemaConnection().alterTable(table, (rows) => {
      if (found) rows.dropIndex([], name);
      rows.index(columns, name, options);
    });
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
