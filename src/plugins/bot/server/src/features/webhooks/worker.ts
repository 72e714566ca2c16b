import { randomUUID } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../../core/constants';
import { within } from '../../core/timeout';
import { createBackgroundLoop } from '../../core/strapi/background-loop';
import { getChangeSequenceService, createWebhookStates, LEASE_SECONDS } from '../changes';

import { toEndpoint } from './endpoints';
import { webhookSettings } from './settings';
import { createTelling, type Telling } from './dispatcher';

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
  const states = createWebhookStates(strapi);
  const lease = randomUUID();

  let tellings: Telling[] = [];
  const running = new Map<Telling, Promise<void>>();

  /** Tells a receiver all that there is for it, for as long as this instance has it. */
  const drain = async (telling: Telling): Promise<void> => {
    const { key } = telling.endpoint;
    if (loop.isStopping() || !(await states.claim(key, lease))) {
      return;
    }
    const beat = setInterval(
      () => void states.claim(key, lease).catch((error: unknown) => strapi.log.warn(error)),
      (LEASE_SECONDS * 1000) / BEATS
    );
    try {
      while (!loop.isStopping() && (await telling.tellSome(lease, () => !loop.isStopping()))) {
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
    for (const telling of tellings) {
      // A receiver that is slow keeps nobody from telling the others.
      if (!loop.isStopping() && !running.has(telling) && (await telling.hasWork(newest))) {
        const draining = drain(telling)
          .catch((error: unknown) => void strapi.log.warn(error))
          .finally(() => running.delete(telling));
        running.set(telling, draining);
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
      tellings = webhookSettings
        .of(strapi)
        .map((settings) => createTelling(strapi, toEndpoint(settings)));
      if (tellings.length === 0) {
        return;
      }
      const sequence = getChangeSequenceService(strapi);
      await sequence.number();
      const newest = await sequence.last();
      for (const { endpoint } of tellings) {
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
      await within(milliseconds, Promise.all([loop.stop(), ...running.values()]));
      tellings.forEach(({ close }) => close());
    },
  };
};

export type WebhookWorkerService = ReturnType<typeof createWebhookWorkerService>;

/** Gives this service of a site. */
export const getWebhookWorkerService = (strapi: Core.Strapi): WebhookWorkerService =>
  strapi.plugin(PLUGIN_ID).service('webhookWorker');
