import type { ReaderState } from '@fleet-bot/protocol';

import { defineEvent, defineQuestion } from '../../core/hooks';

/** Changes were written down, in the transaction that makes them. */
export const changesRecorded = defineEvent<void>();

/** Changes before the one with this number are not kept any more. */
export const changesPruned = defineEvent<number>();

/** Who is told of changes, and how things stand. */
export const readersOfChanges = defineQuestion<void, Promise<ReaderState[]>>(async () => []);
