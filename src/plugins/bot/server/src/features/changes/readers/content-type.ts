import type { OwnType } from '../../../core/additions/own-types';

export const webhook: OwnType = {
  description: 'How far the receiver of a webhook has been told, and which instance tells it',
  attributes: {
    key: { type: 'string', required: true, column: { unique: true } },
    position: { type: 'integer', required: true },
    lease: { type: 'string' },
    leaseUntil: { type: 'datetime' },
    isFailing: { type: 'boolean' },
    lastTakenAt: { type: 'datetime' },
    disabledAt: { type: 'datetime' },
  },
};
