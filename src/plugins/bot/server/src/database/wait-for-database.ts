import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { faultOf } from './faults';

const PAUSE_MILLISECONDS = 500;

/** An error of one line: what is behind it is nothing that a stack could tell. */
const plainError = (message: string, cause: unknown): Error => {
  const code: unknown = Reflect.get(Object(cause), 'code');
  return Object.assign(new Error(message), { code, stack: message });
};

/**
 * Waits until the database answers: one that restarts, or that starts together with the site, is
 * there in a moment. To be called before anything else asks it.
 * @param seconds how long to wait at most
 * @throws an error of one line, with the driver's code, if it has not answered by then; whatever
 *   the database says otherwise, as of a wrong password, at once
 */
export const waitForDatabase = async (strapi: Core.Strapi, seconds: number): Promise<void> => {
  const deadline = performance.now() + seconds * 1000;
  let isTold = false;

  for (;;) {
    try {
      await strapi.db.connection.raw('SELECT 1');
      return;
    } catch (error) {
      if (faultOf(error) !== 'database-unavailable') {
        throw error;
      }
      const reason = error instanceof AggregateError ? error.errors[0] : error;
      const { message } = reason as Error;
      if (performance.now() > deadline) {
        throw plainError(`The database does not answer: ${message} (waited ${seconds} s)`, reason);
      }
      if (!isTold) {
        isTold = true;
        strapi.log.warn(`The database does not answer: ${message}; waiting up to ${seconds} s`);
      }
    }
    await pause(PAUSE_MILLISECONDS);
  }
};
