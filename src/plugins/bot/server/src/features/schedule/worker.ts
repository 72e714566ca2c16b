import { AsyncResource } from 'node:async_hooks';
import { setImmediate as letOthersRun } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { serviceOf } from '../../core/service';
import { transaction } from '../../core/database/connection';
import { faultOf } from '../../core/database/faults';
import { holdLock } from '../../core/database/locks';
import { toProtocolError } from '../../core/http';
import { within } from '../../core/timeout';
import { codeOf } from '../../core/protocol/errors';
import { getPublicationDetailService, getPublicationService } from '../publications';
import { asWorker } from '../../core/strapi/actor';

import { getDueService } from './due';

/** Publications taken at a time. */
const BATCH = 50;
/** How long a schedule that another instance has written may go unseen. */
const LONGEST_SLEEP_MILLISECONDS = 1_000;
const FIRST_PAUSE_MILLISECONDS = 5_000;
const LONGEST_PAUSE_MILLISECONDS = 15 * 60_000;
/** How long a database that does not answer is left alone. */
const FAULT_PAUSE_MILLISECONDS = 5_000;

const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_MILLISECONDS);

/**
 * Makes publications public when their time has come, and takes them back when it is over. Each is
 * done in one transaction with taking the time away, under the lock of its document: once, on
 * however many instances, and wholly or not at all should the process die.
 */
export const createScheduleWorkerService = ({ strapi }: { strapi: Core.Strapi }) => {
  const queue = () => getDueService(strapi);
  const details = () => getPublicationDetailService(strapi);
  const publications = () => getPublicationService(strapi);

  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStarted = false;

  /** Whatever somebody has changed since (`*`): it is what stands there now that is scheduled. */
  const carryOut = (id: string): Promise<void> =>
    transaction(strapi, async () => {
      await holdLock(strapi, 'document', id);
      const action = await queue().actionFor(id);
      if (action === 'publish') {
        await publications().publish(id, '*', async () => undefined);
        await details().write(id, { publishAt: null });
      }
      if (action === 'unpublish') {
        await publications().unpublish(id, '*', async () => undefined);
        await details().write(id, { publishAt: null, unpublishAt: null });
      }
    });

  /** A fault of the database is no fault of the publication: it is thrown, and waited for. */
  const carryOutOrPostpone = async (id: string): Promise<void> => {
    try {
      await carryOut(id);
    } catch (error) {
      if (faultOf(error) !== undefined) {
        throw error;
      }
      if (codeOf(error) === 'publication-not-found') {
        return details().forgetGone(id);
      }
      strapi.log.warn(`Bot: the schedule of publication ${id} failed and will be tried again`);
      strapi.log.warn(error);
      await transaction(strapi, async () => {
        await holdLock(strapi, 'document', id);
        await queue().postpone(id, toProtocolError(error).message, pauseAfter);
      });
    }
  };

  const carryOutAll = async (ids: string[], mayGoOn: () => boolean): Promise<void> => {
    for (const id of ids) {
      if (!mayGoOn()) {
        return;
      }
      await asWorker(() => carryOutOrPostpone(id));
      // On SQLite nothing in it waits for anything: requests would not be looked at until the end.
      await letOthersRun();
    }
  };

  /** Carries out all that is due. @returns the milliseconds until something is due again */
  const carryOutDue = async (mayGoOn: () => boolean = () => true): Promise<number> => {
    let next = await queue().next(BATCH);
    while (next.due.length > 0 && mayGoOn()) {
      // Not in their order: other instances have the same list, and would wait for the same lock.
      await carryOutAll(_.shuffle(next.due), mayGoOn);
      next = await queue().next(BATCH);
    }
    return next.millisecondsToNext ?? Infinity;
  };

  const round = async (): Promise<number> => {
    try {
      return Math.min(await carryOutDue(() => isStarted), LONGEST_SLEEP_MILLISECONDS);
    } catch (error) {
      strapi.log.warn(error);
      return FAULT_PAUSE_MILLISECONDS;
    }
  };

  const sleep = (milliseconds: number): void => {
    clearTimeout(timer);
    if (isStarted) {
      timer = setTimeout(run, milliseconds);
      timer.unref();
    }
  };

  const run = (): void => {
    running ??= round().then((pause) => {
      running = undefined;
      sleep(pause);
    });
  };

  // Strapi keeps the open transaction in an AsyncLocalStorage. The worker must not inherit the one
  // of the request that woke it.
  const context = new AsyncResource('BotScheduleWorker');

  return {
    /** Starts the worker, which first carries out what came due while the site was down. */
    start(): void {
      isStarted = true;
      details().whenScheduled(() => context.runInAsyncScope(() => sleep(0)));
      run();
    },

    /** Carries out all that is due, here and now. */
    carryOutDue: () => carryOutDue(),

    /**
     * Stops the worker between two publications, and waits for the one that is under way, for so
     * many milliseconds at most. What is left is done at the next start, or by another instance.
     */
    async stop(milliseconds: number): Promise<void> {
      isStarted = false;
      clearTimeout(timer);
      if (running !== undefined) {
        await within(milliseconds, running);
      }
    },
  };
};

export const getScheduleWorkerService =
  serviceOf<typeof createScheduleWorkerService>('scheduleWorker');
