/**
 * Waits for the database while the site loads, and lets only one instance load at a time.
 *
 * Relies on: Strapi 5.54.0: `strapi.load()` calls `this.register()` and `this.bootstrap()`, which calls
 * `db.schema.sync()` with migrations and bootstraps plugins and site (since 5.0); `strapi.listen()` calls
 * `this.postListen()`; knex 3.0.1 runs statements outside transactions by `client.runner(builder).run()`
 * Breaks if: Strapi loads in another order or knex runs statements in another way
 * Checked by: `tests/crashes/start-without-database.long.test.ts`
 */
import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { faultOf, noteDatabaseError } from '../../database/faults';
import {
  isRetryingWhileLoading,
  setRetryWhileLoading,
  type Retry,
} from '../../database/retry-while-loading';

import { createLoadingLock } from './loading-lock';
import { isCalledBy, hasMethods, type Probe } from '../probe';

interface Runner {
  run(): Promise<unknown>;
}

interface Client {
  runner(builder: object): Runner;
}

const PAUSE_MILLISECONDS = 500;

/** Sites whose schema was synced while they held the lock of `loading-lock.ts`. */
const synced = new WeakSet<Core.Strapi>();

/** Creates an error whose stack is only its message, because a stack would not help. */
const plainError = (message: string, cause: unknown): Error => {
  const code: unknown = Reflect.get(Object(cause), 'code');
  const error = Object.assign(new Error(message), { code, stack: message });
  noteDatabaseError(error);
  return error;
};

const reasonOf = (error: unknown): Error =>
  (error instanceof AggregateError ? error.errors[0] : error) as Error;

/**
 * Lets one instance load at a time, and retries statements, transactions and the schema sync while the database is
 * unreachable. Must be called before anything else uses the database.
 * @param seconds longest time to wait
 * @throws a one-line error if the database remains unreachable; other errors, such as a wrong password, at once
 */
export const waitWhileLoading = async (strapi: Core.Strapi, seconds: number): Promise<void> => {
  const { db } = strapi;
  const client = db.connection.client as Client;
  const lock = createLoadingLock(strapi);
  const isLoading = (): boolean => isRetryingWhileLoading(strapi);
  let isLogged = false;
  let isBootstrapping = false;
  let gaveUp: Error | undefined;

  const repeat: Retry = async (work) => {
    let deadline: number | undefined;
    for (;;) {
      try {
        await lock.hold();
        const result = await work();
        if (deadline !== undefined) {
          isLogged = false;
        }
        return result;
      } catch (error) {
        // The error of an inner call that has already waited is rethrown.
        if (!isLoading() || error === gaveUp || faultOf(error) !== 'database-unavailable') {
          throw error;
        }
        const { message } = reasonOf(error);
        deadline ??= performance.now() + seconds * 1000;
        if (performance.now() > deadline) {
          const line = `The database does not respond: ${message} (waited ${seconds} s)`;
          gaveUp = plainError(line, reasonOf(error));
          throw gaveUp;
        }
        if (!isLogged) {
          isLogged = true;
          strapi.log.warn(`The database does not respond: ${message}; waiting up to ${seconds} s`);
        }
      }
      await pause(PAUSE_MILLISECONDS);
    }
  };

  setRetryWhileLoading(strapi, repeat);
  const createRunner = client.runner.bind(client);
  client.runner = (builder) => {
    const runner = createRunner(builder);
    // A caller that passes its own connection does its own retries.
    if (isLoading() && !('_connection' in builder && builder._connection)) {
      runner.run = () => repeat(() => createRunner(builder).run());
    }
    return runner;
  };
  const transaction = db.transaction.bind(db) as (work?: object) => Promise<unknown>;
  db.transaction = ((work?: object) =>
    isLoading() && work !== undefined && !db.inTransaction()
      ? repeat(() => transaction(work))
      : transaction(work)) as typeof db.transaction;
  const sync = db.schema.sync.bind(db.schema);
  db.schema.sync = () => {
    if (isBootstrapping) synced.add(strapi);
    return repeat(sync);
  };

  const whileLoading = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    setRetryWhileLoading(strapi, repeat);
    try {
      return await work();
    } finally {
      setRetryWhileLoading(strapi, undefined);
    }
  };
  const bootstrap = strapi.bootstrap.bind(strapi);
  strapi.bootstrap = async () => {
    isBootstrapping = true;
    try {
      return await whileLoading(bootstrap);
    } finally {
      await lock.release();
    }
  };
  // `postListen` looks for an administrator and ends the process if the query fails.
  const postListen = strapi.postListen.bind(strapi);
  strapi.postListen = () => whileLoading(postListen);

  await db.connection.raw('SELECT 1');
};

export const LOADING: Probe = {
  name: 'loading of one instance at a time',
  reliesOn: 'strapi.bootstrap, strapi.postListen, db.schema.sync and client.runner',
  isPresent: (strapi) =>
    hasMethods(strapi, 'bootstrap', 'postListen') &&
    hasMethods(strapi.db.schema, 'sync') &&
    hasMethods(
      strapi.db.connection.client,
      'runner',
      'acquireRawConnection',
      'destroyRawConnection'
    ),
  verify: (strapi) =>
    synced.has(strapi) &&
    isCalledBy(strapi.db.connection.client, 'runner', () => strapi.db.connection.raw('SELECT 1')),
};
