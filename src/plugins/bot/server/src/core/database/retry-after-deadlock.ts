import { setTimeout as pause } from 'node:timers/promises';

import { isDeadlock } from './faults';

const TRIES = 5;
/**
 * Maximum pause in milliseconds before the work is repeated for the first time. Doubles before each further repetition.
 */
const PAUSE_MILLISECONDS = 20;

/**
 * Runs work that opens a transaction, and repeats the work if the database rolls the transaction back because of a
 * deadlock. MySQL locks each row that a statement reads, so writes of different publications may lock the same rows of
 * small tables: https://dev.mysql.com/doc/refman/8.4/en/innodb-deadlocks-handling.html
 * @throws the error of the last try, or any other error at once
 */
export const retryAfterDeadlock = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let tried = 1; tried < TRIES; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error)) throw error;
      await pause(Math.random() * PAUSE_MILLISECONDS * 2 ** (tried - 1));
    }
  }
  return work();
};
