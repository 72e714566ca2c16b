import type { OwnType } from '../../core/additions/own-types';

/** The table of bytes to remove from storage. */
export const removal: OwnType = {
  description: 'Stored bytes that no file row owns and that storage must forget',
  attributes: {
    provider: { type: 'string', required: true },
    objects: { type: 'json', required: true },
    dueAt: { type: 'datetime', required: true },
    attempts: { type: 'integer', required: true, default: 0 },
    lastError: { type: 'text' },
    failedAt: { type: 'datetime' },
  },
  indexes: { bot_removals_due_at_index: ['due_at'] },
};
