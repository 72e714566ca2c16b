import { MATERIAL_TYPES } from '@fleet-bot/protocol';

import { INTERNAL } from '../../../core/database/rows/entity';

/**
 * Attributes and indexes that the plugin adds to Strapi's upload file. `type` is public, with the name from the
 * interface document. The others are internal and prefixed:
 * - `botReceivedDigest`, `botStoredDigest`: SHA-256 of the bytes as received and as stored, in hexadecimal digits;
 *   null for files of earlier versions.
 * - `botLeasedAt`: the time since which an upload of the bot is unused, in milliseconds since 1970.
 * - `botBytes`: the exact size in bytes, where Strapi rounds to ten.
 * - `botPlaceholder`, `botDuration`, `botRecordingTitle`: data that pages show before the file is loaded
 *   (`core/strapi/uploads/provider-file.ts`).
 */
export const FILE_ADDITIONS = {
  attributes: {
    type: {
      type: 'enumeration',
      enum: [...MATERIAL_TYPES],
      default: 'file',
      configurable: false,
      writable: false,
      // Strapi does not add DEFAULT and NOT NULL to an enumeration by itself.
      column: { defaultTo: 'file', notNullable: true },
    },
    botReceivedDigest: { type: 'string', ...INTERNAL },
    botStoredDigest: { type: 'string', ...INTERNAL },
    botLeasedAt: { type: 'biginteger', ...INTERNAL },
    botBytes: { type: 'float', ...INTERNAL },
    botPlaceholder: { type: 'text', ...INTERNAL },
    botDuration: { type: 'float', ...INTERNAL },
    botRecordingTitle: { type: 'string', ...INTERNAL },
  },
  // Used by the removal worker to check whether a row owns bytes before it removes them.
  indexes: [{ name: 'bot_files_hash_index', columns: ['hash'] }],
  indexesWhenLarge: [
    { name: 'bot_files_type_mime_index', columns: ['type', 'mime'] },
    { name: 'bot_files_leased_index', columns: ['bot_leased_at', 'id'] },
    // Used by the list of materials, each in the order of its pages.
    { name: 'bot_files_newest_of_type_index', columns: ['type', 'id'] },
    { name: 'bot_files_received_digest_index', columns: ['bot_received_digest', 'id'] },
    { name: 'bot_files_stored_digest_index', columns: ['bot_stored_digest', 'id'] },
  ],
};
