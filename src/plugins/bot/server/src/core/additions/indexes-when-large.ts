import type { Schema } from '@strapi/strapi';
import _ from 'lodash';

import { PLUGIN_ID } from '../constants';

export interface Index {
  name: string;
  columns: string[];
}

/**
 * A content type's options that name indexes which cost each write more than they save a list, until the table is
 * large (`features/large-sites`). Any type may have them in its `schema.json`.
 */
export const whenLarge = (indexesWhenLarge: Index[]) => ({ [PLUGIN_ID]: { indexesWhenLarge } });

type Options = ReturnType<typeof whenLarge>;

/** The indexes that the table of a type gets when it is large. */
export const indexesWhenLargeOf = ({ pluginOptions }: Schema.ContentType): Index[] =>
  (pluginOptions as Partial<Options> | undefined)?.[PLUGIN_ID]?.indexesWhenLarge ?? [];

/** Adds such indexes to those that a type has. */
export const addWhenLarge = (contentType: Schema.ContentType, indexes: Index[]): void => {
  const all = whenLarge([...indexesWhenLargeOf(contentType), ...indexes]);
  contentType.pluginOptions = _.merge({}, contentType.pluginOptions, all);
};
