import _ from 'lodash';

import { PLUGIN_ID } from '../constants';

import type { Index } from './indexes';

/** Declaration of a table of the plugin, made by its feature. */
export interface OwnType {
  readonly description: string;
  readonly attributes: Readonly<Record<string, object>>;
  /** Columns of each index, keyed by index name. */
  readonly indexes?: Readonly<Record<string, string[]>>;
  /** Columns of each index that only large tables get, keyed by index name; see `indexesWhenLargeOf`. */
  readonly indexesWhenLarge?: Readonly<Record<string, string[]>>;
  readonly uniqueIndexes?: Readonly<Record<string, string[]>>;
}

const HIDDEN = { visible: false };

const namedIndexes = (indexes: Readonly<Record<string, string[]>>): Index[] =>
  _.map(indexes, (columns, name) => ({ name, columns }));

/** Converts a table declaration to a content type that is hidden in the admin panel and the Content-Type Builder. */
export const toContentType = (
  singularName: string,
  { description, attributes, indexes = {}, indexesWhenLarge, uniqueIndexes = {} }: OwnType
) => {
  const pluralName = `${singularName.replace(/y$/, 'ie').replace(/s$/, 'se')}s`;
  return {
    kind: 'collectionType',
    collectionName: `bot_${pluralName.replaceAll('-', '_')}`,
    info: {
      singularName,
      pluralName,
      displayName: `Bot ${singularName.replaceAll('-', ' ')}`,
      description,
    },
    options: { draftAndPublish: false },
    pluginOptions: {
      'content-manager': HIDDEN,
      'content-type-builder': HIDDEN,
      ...(indexesWhenLarge && {
        [PLUGIN_ID]: { indexesWhenLarge: namedIndexes(indexesWhenLarge) },
      }),
    },
    attributes,
    indexes: [
      ...namedIndexes(indexes),
      ...namedIndexes(uniqueIndexes).map((index) => ({ ...index, type: 'unique' })),
    ],
  };
};
