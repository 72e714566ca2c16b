import type { Schema } from '@strapi/strapi';

import { MATERIAL_TYPES } from '../../constants';

/** Adds `type` to Strapi's upload file: read by everybody, written by this plugin only. */
export const extendFileType = (contentType: Schema.ContentType): void => {
  Object.assign(contentType.attributes, {
    type: {
      type: 'enumeration',
      enum: [...MATERIAL_TYPES],
      default: 'file',
      configurable: false,
      writable: false,
      // Strapi makes no default and no NOT NULL of an enumeration by itself.
      column: { defaultTo: 'file', notNullable: true },
    },
  });
  const withIndexes = contentType as Schema.ContentType & {
    indexes?: { name: string; columns: string[] }[];
  };
  withIndexes.indexes = [
    ...(withIndexes.indexes ?? []),
    { name: 'bot_files_type_mime_index', columns: ['type', 'mime'] },
    // For the removal worker, which asks whether a row owns bytes before it removes them.
    { name: 'bot_files_hash_index', columns: ['hash'] },
  ];
};
