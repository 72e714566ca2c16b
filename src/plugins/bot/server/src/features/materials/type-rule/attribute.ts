import { MATERIAL_TYPES } from '@fleet-bot/protocol';

/** Written by this plugin only, and shown by its own endpoints. */
const own = { private: true, configurable: false, writable: false };

/**
 * What the plugin adds to Strapi's upload file. `type` is read by everybody, and has the name that the interface
 * document gives it. The others are the plugin's own and have its prefix: the digests of the bytes, as they came and
 * as they are stored, SHA-256 in hexadecimal digits, null for files of earlier versions; since when one of the bot's
 * waits to be used (`features/leases/lease.ts`), in milliseconds since 1970; how large it is to the byte, where Strapi
 * rounds to ten; and what pages show of a file before it is loaded (`core/strapi/uploads/provider-file.ts`). These two
 * are null for files of earlier versions.
 */
export const FILE_ADDITIONS = {
  attributes: {
    type: {
      type: 'enumeration',
      enum: [...MATERIAL_TYPES],
      default: 'file',
      configurable: false,
      writable: false,
      // Strapi makes no default and no NOT NULL of an enumeration by itself.
      column: { defaultTo: 'file', notNullable: true },
    },
    botReceivedDigest: { type: 'string', ...own },
    botStoredDigest: { type: 'string', ...own },
    botLeasedAt: { type: 'biginteger', ...own },
    botBytes: { type: 'float', ...own },
    botPlaceholder: { type: 'text', ...own },
    botDuration: { type: 'float', ...own },
    botRecordingTitle: { type: 'string', ...own },
  },
  // For the removal worker, which asks whether a row owns bytes before it removes them.
  indexes: [{ name: 'bot_files_hash_index', columns: ['hash'] }],
  indexesWhenLarge: [
    { name: 'bot_files_type_mime_index', columns: ['type', 'mime'] },
    { name: 'bot_files_leased_index', columns: ['bot_leased_at', 'id'] },
    // For the list of materials, each in the order of its pages.
    { name: 'bot_files_newest_of_type_index', columns: ['type', 'id'] },
    { name: 'bot_files_received_digest_index', columns: ['bot_received_digest', 'id'] },
    { name: 'bot_files_stored_digest_index', columns: ['bot_stored_digest', 'id'] },
  ],
};
