import type { OwnType } from '../../core/additions/own-types';

export const change: OwnType = {
  description:
    'What became of publications and materials, by whomever; the document id is that of the change',
  attributes: {
    number: { type: 'integer' },
    kind: { type: 'string', required: true },
    event: { type: 'string', required: true },
    subject: { type: 'string', required: true },
    externalId: { type: 'string' },
    title: { type: 'text' },
    who: { type: 'string', required: true },
    userId: { type: 'string' },
    userName: { type: 'string' },
    requestId: { type: 'string' },
    happenedAt: { type: 'datetime', required: true },
  },
  uniqueIndexes: { bot_changes_number_index: ['number'] },
};
