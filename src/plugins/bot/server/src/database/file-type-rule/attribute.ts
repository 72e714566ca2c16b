import type { Schema } from '@strapi/strapi';

import { MATERIAL_TYPES } from '../../constants';

/** Written by this plugin only, and shown by its own endpoints. */
const own = { private: true, configurable: false, writable: false };

/**
 * Adds to Strapi's upload file `type`, read by everybody, and the digests of its bytes, as they came
 * and as they are stored: SHA-256 in hexadecimal digits, null for files of earlier versions. And since when
 * one of the bot's waits to be used (`materials/lease/lease.ts`), in milliseconds since 1970. And what
 * pages show of a file before it is loaded (`strapi/uploads/provider-file.ts`), null for files of earlier versions.
 */
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
    receivedDigest: { type: 'string', ...own },
    storedDigest: { type: 'string', ...own },
    leasedAt: { type: 'biginteger', ...own },
    placeholder: { type: 'text', ...own },
    duration: { type: 'float', ...own },
    recordingTitle: { type: 'string', ...own },
  });
  const withIndexes = contentType as Schema.ContentType & {
    indexes?: { name: string; columns: string[] }[];
  };
  withIndexes.indexes = [
    ...(withIndexes.indexes ?? []),
    { name: 'bot_files_type_mime_index', columns: ['type', 'mime'] },
    // For the removal worker, which asks whether a row owns bytes before it removes them.
    { name: 'bot_files_hash_index', columns: ['hash'] },
    { name: 'bot_files_leased_index', columns: ['leased_at', 'id'] },
    // For the list of materials, each in the order of its pages.
    { name: 'bot_files_newest_of_type_index', columns: ['type', 'id'] },
    { name: 'bot_files_received_digest_index', columns: ['received_digest', 'id'] },
    { name: 'bot_files_stored_digest_index', columns: ['stored_digest', 'id'] },
  ];
};
