import _ from 'lodash';

/** A table of the plugin's own, as its feature declares it. */
export interface OwnType {
  readonly description: string;
  readonly attributes: Readonly<Record<string, object>>;
  /** Columns by the names of the indexes. */
  readonly indexes?: Readonly<Record<string, string[]>>;
  readonly uniqueIndexes?: Readonly<Record<string, string[]>>;
}

const HIDDEN = { visible: false };

/** What Strapi takes for a table: a content type that neither the panel nor the Content-Type Builder shows. */
export const toContentType = (
  singularName: string,
  { description, attributes, indexes = {}, uniqueIndexes = {} }: OwnType
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
    pluginOptions: { 'content-manager': HIDDEN, 'content-type-builder': HIDDEN },
    attributes,
    indexes: [
      ..._.map(indexes, (columns, name) => ({ name, columns })),
      ..._.map(uniqueIndexes, (columns, name) => ({ name, columns, type: 'unique' })),
    ],
  };
};
