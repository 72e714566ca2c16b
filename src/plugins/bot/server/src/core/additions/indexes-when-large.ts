import type { Schema } from '@strapi/strapi';

import { PLUGIN_ID } from '../constants';

import type { Index } from './add-indexes';

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
