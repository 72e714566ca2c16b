import type { ReaderState } from '@fleet-bot/protocol';

import { defineEvent, defineQuestion } from '../../core/hooks';

/** Event: changes were recorded, in the transaction that makes them. */
export const changesRecorded = defineEvent<void>();

/** Event: changes with smaller numbers than this were deleted. */
export const changesPruned = defineEvent<number>();

/** Question: the state of all readers of changes. */
export const readersOfChanges = defineQuestion<void, Promise<ReaderState[]>>(async () => []);
