import type { OwnType } from '../../../core/additions/own-types';

export const fileReference: OwnType = {
  description: 'A record that shows a file by its address in a text',
  attributes: {
    fileKey: { type: 'string', required: true },
    sourceType: { type: 'string', required: true },
    sourceId: { type: 'integer', required: true },
  },
  indexes: {
    bot_file_references_key_index: ['file_key'],
    bot_file_references_source_index: ['source_type', 'source_id'],
  },
};
