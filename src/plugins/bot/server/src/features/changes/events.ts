import { defineEvent, defineQuestion } from '../../core/hooks';

/** Changes were written down, in the transaction that makes them. */
export const changesRecorded = defineEvent<void>();

/** Changes before the one with this number are not kept any more. */
export const changesPruned = defineEvent<number>();

/** How things stand with one who is told of changes. */
export interface ReaderState {
  url: string;
  /** Changes that it has not been told of yet. */
  behind: number;
  /** Changes that wait for their next try. */
  waiting: number;
  /** Changes that were given up. */
  dead: number;
  disabledAt: string | null;
}

/** Who is told of changes, and how things stand. */
export const readersOfChanges = defineQuestion<void, Promise<ReaderState[]>>(async () => []);
