import { setTimeout as pause } from 'node:timers/promises';

import { isDeadlock } from './faults';

const TRIES = 5;
/** Maximum milliseconds before the second try. The maximum doubles with each further try. */
const PAUSE_MILLISECONDS = 20;

/**
 * Runs work that opens a transaction, and repeats it if the database rolls it back because of a deadlock. MySQL locks
 * each row that a statement reads, so writes of different publications can meet in small tables:
 * https://dev.mysql.com/doc/refman/8.4/en/innodb-deadlocks-handling.html
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
