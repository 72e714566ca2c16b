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
/** How long a schedule that another instance has written may go unseen. */
const INTERVAL_MILLISECONDS = 1_000;
const FIRST_PAUSE_MILLISECONDS = 5_000;
const LONGEST_PAUSE_MILLISECONDS = 15 * 60_000;

const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_MILLISECONDS);

/**
 * Publishes when the time has come, and unpublishes when it is over. The effect and the removal of the time
 * are one transaction under the lock of the document: once on any number of instances, all or nothing if the
 * process dies.
 */
export const createScheduleWorkerService = ({ strapi }: { strapi: Core.Strapi }) => {
  const queue = () => getDueService(strapi);
  const firstPublished = createFirstPublished(strapi);
  const details = () => getPublicationDetailService(strapi);
  const publications = () => getPublicationService(strapi);

  /** Whatever somebody has changed since (`*`): it is what stands there now that is scheduled. */
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

  const carryOutDue = async (): Promise<number | undefined> => {
    let next = await queue().next(BATCH);
    while (next.due.length > 0 && !loop.isStopping()) {
      // Not in their order: other instances have the same list, and would wait for the same lock.
      for (const id of _.shuffle(next.due)) {
        if (loop.isStopping()) return undefined;
        await asWorker(() => carryOutOrPostpone(id));
        // On SQLite nothing in it waits for anything: requests would not be looked at until the end.
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
    /** Starts the worker, which first carries out what came due while the site was down. */
    start: (): void => loop.start(),

    wake: loop.wake,

    /** Carries out all that is due, here and now. */
    carryOutDue,

    /** Stops between two publications, and waits for the one under way; the next start does the rest. */
    stop: loop.stop,
  };
};

export const getScheduleWorkerService =
  serviceOf<typeof createScheduleWorkerService>('scheduleWorker');
