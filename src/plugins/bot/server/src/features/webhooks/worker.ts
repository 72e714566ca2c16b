import { randomUUID } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { serviceOf } from '../../core/service';
import { within } from '../../core/timeout';
import { createBackgroundLoop } from '../../core/strapi/background-loop';
import { getChangeSequenceService, createReaderCursors, LEASE_SECONDS } from '../changes';

import { toEndpoint } from './endpoints';
import { webhookSettings } from './settings';
import { createDispatcher, type Dispatcher } from './dispatcher';

/** How often it is looked for what other instances have changed, and for what is due again. */
const INTERVAL_MILLISECONDS = 1_000;
/** How long wakes are gathered: changes that come together are told in one batch. */
const GATHER_MILLISECONDS = 20;
/** A lease is renewed this often in the time for which it is good. */
const BEATS = 3;

/**
 * Tells the receivers of webhooks what has changed. Of several instances one at a time tells a
 * receiver, by a lease that the others take over when it dies. Correctness rests on the tables alone:
 * `wake` only makes it happen sooner.
 */
export const createWebhookWorkerService = ({ strapi }: { strapi: Core.Strapi }) => {
  const states = createReaderCursors(strapi);
  const lease = randomUUID();

  let dispatchers: Dispatcher[] = [];
  const running = new Map<Dispatcher, Promise<void>>();

  /** Tells a receiver all that there is for it, for as long as this instance has it. */
  const drain = async (dispatcher: Dispatcher): Promise<void> => {
    const { key } = dispatcher.endpoint;
    if (loop.isStopping() || !(await states.claim(key, lease))) {
      return;
    }
    const beat = setInterval(
      () => void states.claim(key, lease).catch((error: unknown) => strapi.log.warn(error)),
      (LEASE_SECONDS * 1000) / BEATS
    );
    try {
      while (!loop.isStopping() && (await dispatcher.tellSome(lease, () => !loop.isStopping()))) {
        await getChangeSequenceService(strapi).number();
      }
    } finally {
      clearInterval(beat);
      await states.release(key, lease);
    }
  };

  const look = async (): Promise<void> => {
    const sequence = getChangeSequenceService(strapi);
    await sequence.number();
    const newest = await sequence.last();
    for (const dispatcher of dispatchers) {
      // A receiver that is slow keeps nobody from dispatcher the others.
      if (!loop.isStopping() && !running.has(dispatcher) && (await dispatcher.hasWork(newest))) {
        const draining = drain(dispatcher)
          .catch((error: unknown) => void strapi.log.warn(error))
          .finally(() => running.delete(dispatcher));
        running.set(dispatcher, draining);
      }
    }
  };

  const loop = createBackgroundLoop({
    name: 'BotWebhookWorker',
    work: look,
    onError: (error) => void strapi.log.warn(error),
    intervalMilliseconds: INTERVAL_MILLISECONDS,
    gatherMilliseconds: GATHER_MILLISECONDS,
  });

  return {
    /** Starts to tell the receivers that are configured; without any it does nothing. */
    async start(): Promise<void> {
      dispatchers = webhookSettings
        .of(strapi)
        .map((settings) => createDispatcher(strapi, toEndpoint(settings)));
      if (dispatchers.length === 0) {
        return;
      }
      const sequence = getChangeSequenceService(strapi);
      await sequence.number();
      const newest = await sequence.last();
      for (const { endpoint } of dispatchers) {
        await states.begin(endpoint.key, newest);
      }
      loop.start();
    },

    /** Whether there is somebody to be told by this instance. */
    isRunning: (): boolean => loop.isStarted(),

    /** Says that there may be something to tell. Returns at once, never throws. */
    wake: (): void => loop.wake(),

    /**
     * Stops between two batches, and waits for those under way, for so many milliseconds at most.
     * What is told and not written down then is told again at the next start.
     */
    async stop(milliseconds: number): Promise<void> {
      await Promise.all([
        loop.stop(milliseconds),
        within(milliseconds, Promise.all(running.values())),
      ]);
      dispatchers.forEach(({ close }) => close());
    },
  };
};

export const getWebhookWorkerService =
  serviceOf<typeof createWebhookWorkerService>('webhookWorker');
