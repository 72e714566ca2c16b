import type { ReaderState } from '@fleet-bot/protocol';

import { defineEvent, defineQuestion } from '../../core/hooks';

/** Event that changes were recorded. Emitted in the transaction that makes these changes. */
export const changesRecorded = defineEvent<void>();

/** Event: old changes were deleted. The payload is the number of the oldest remaining change, or 0. */
export const changesPruned = defineEvent<number>();

/**
 * Question that features such as webhooks answer: the number of unsent, waiting and failed changes for each receiver of
 * changes.
 */
export const readersOfChanges = defineQuestion<void, Promise<ReaderState[]>>(async () => []);
