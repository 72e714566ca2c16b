import _ from 'lodash';

import { PLUGIN_ID } from '../constants';

import type { Index } from './indexes';

/** A table of the plugin's own, as its feature declares it. */
export interface OwnType {
  readonly description: string;
  readonly attributes: Readonly<Record<string, object>>;
  /** Columns by the names of the indexes. */
  readonly indexes?: Readonly<Record<string, string[]>>;
  /** See `indexesWhenLargeOf`. */
  readonly indexesWhenLarge?: Readonly<Record<string, string[]>>;
  readonly uniqueIndexes?: Readonly<Record<string, string[]>>;
}

const HIDDEN = { visible: false };

const namedIndexes = (indexes: Readonly<Record<string, string[]>>): Index[] =>
  _.map(indexes, (columns, name) => ({ name, columns }));

/** What Strapi takes for a table: a content type that neither the panel nor the Content-Type Builder shows. */
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
