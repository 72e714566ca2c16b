import { setImmediate as letOthersRun } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { serviceOf } from '../../core/service';
import { transaction } from '../../core/database/connection';
import { faultOf } from '../../core/database/faults';
import { holdLock } from '../../core/database/locks';
import { toProtocolError } from '../../core/http';
import { codeOf } from '../../core/protocol/errors';
import { asWorker } from '../../core/strapi/actor';
import { createBackgroundLoop } from '../../core/strapi/background-loop';
import {
  createFirstPublished,
  getPublicationDetailService,
  getPublicationService,
} from '../publications';

import { getDueService } from './due';

const BATCH = 50;
/** Milliseconds between checks for due schedules; the maximum delay of a schedule written by another instance. */
const INTERVAL_MILLISECONDS = 1_000;
const FIRST_PAUSE_MILLISECONDS = 5_000;
const LONGEST_PAUSE_MILLISECONDS = 15 * 60_000;

const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_MILLISECONDS);

/**
 * Publishes and unpublishes at scheduled times. Each action and the removal of its scheduled time run in one
 * transaction under the lock of the document, so that only one instance runs the action, and the action stays due after
 * a crash.
 */
export const createScheduleWorkerService = ({ strapi }: { strapi: Core.Strapi }) => {
  const queue = () => getDueService(strapi);
  const firstPublished = createFirstPublished(strapi);
  const details = () => getPublicationDetailService(strapi);
  const publications = () => getPublicationService(strapi);

  /** Runs the due action on the current draft, even if it has changed since it was scheduled, hence `*` for `If-Match`. */
  const carryOut = (id: string): Promise<void> =>
    transaction(strapi, async () => {
      await holdLock(strapi, 'document', id);
      const action = await queue().actionFor(id);
      if (action === undefined) return;
      if (action === 'publish') {
        const { publishAt } = await details().find(id);
        if (publishAt !== null) await firstPublished.setIfMissing(id, publishAt);
      }
      await publications()[action](id, '*', async () => undefined);
      await details().write(id, {
        publishAt: null,
        ...(action === 'unpublish' && { unpublishAt: null }),
      });
    });

  /** Runs the due action, or postpones it after a failure. Throws errors of the database, so that the worker retries. */
  const carryOutOrPostpone = async (id: string): Promise<void> => {
    try {
      await carryOut(id);
    } catch (error) {
      if (faultOf(error) !== undefined) throw error;
      if (codeOf(error) === 'publication-not-found') return details().deleteOrphan(id);
      strapi.log.warn(`Bot: the schedule of publication ${id} failed and will be tried again`);
      strapi.log.warn(error);
      await transaction(strapi, async () => {
        await holdLock(strapi, 'document', id);
        await queue().postpone(id, toProtocolError(error).message, pauseAfter);
      });
    }
  };

  const carryOutDue = async (): Promise<number | undefined> => {
    let next = await queue().next(BATCH);
    while (next.due.length > 0 && !loop.isStopping()) {
      // Shuffled, because other instances have the same list and would wait for the same lock.
      for (const id of _.shuffle(next.due)) {
        if (loop.isStopping()) return undefined;
        await asWorker(() => carryOutOrPostpone(id));
        // SQLite statements run synchronously, so requests would wait until the end of the list.
        await letOthersRun();
      }
      next = await queue().next(BATCH);
    }
    return next.millisecondsToNext;
  };

  const loop = createBackgroundLoop({
    name: 'BotScheduleWorker',
    work: carryOutDue,
    onError: (error) => void strapi.log.warn(error),
    intervalMilliseconds: INTERVAL_MILLISECONDS,
  });

  return {
    /** Starts the worker, which first runs actions that became due while the site was down. */
    start: (): void => loop.start(),

    wake: loop.wake,

    /** Runs all due actions now. */
    carryOutDue,

    /** Stops the worker after the publication in progress. The remaining actions run after the next start. */
    stop: loop.stop,
  };
};

export const getScheduleWorkerService =
  serviceOf<typeof createScheduleWorkerService>('scheduleWorker');
