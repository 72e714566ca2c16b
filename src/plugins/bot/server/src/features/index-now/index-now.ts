import { randomUUID } from 'node:crypto';

import type { ChangeEvent, ReaderState } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import {
  createReaderCursors,
  getChangeSequenceService,
  granted,
  pauseAfter,
  type ChangeRow,
} from '../changes';
import { CHANGE_UID } from '../../core/constants';
import { serviceOf } from '../../core/service';
import { query, tableOf } from '../../core/database/connection';
import { getSiteService } from '../../core/http';
import { createBackgroundLoop } from '../../core/strapi/background-loop';

import { createAddresses } from './addresses';
import { indexNowSettings } from './settings';
import { submit, type Outcome } from './submit';

/** What it is known by in the table of those who are told of changes. */
const KEY = 'index-now';
/** Search engines need not know within the second; what changes meanwhile is told together. */
const INTERVAL_MILLISECONDS = 5_000;
const GATHER_MILLISECONDS = 20;
/** Changes that are read before anything is written down. */
const BATCH = 1_000;
/** Addresses that one submission may have (https://www.indexnow.org/documentation). */
const MOST_ADDRESSES = 10_000;
const DAY_SECONDS = 24 * 3_600;
/** What changes a page that the public sees. */
const PUBLIC_EVENTS: ReadonlySet<ChangeEvent> = new Set(['published', 'unpublished', 'deleted']);

/**
 * Tells search engines by IndexNow which pages have been published, changed or taken away. It reads
 * the table of changes as webhooks do, and writes down how far it has told only when that was taken:
 * a process that dies in between tells it again.
 */
export const createIndexNowService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { key, endpoint } = indexNowSettings.of(strapi);
  const states = createReaderCursors(strapi);
  const addresses = createAddresses(strapi);
  const lease = randomUUID();
  let attempts = 0;
  let notBefore = 0;

  const tell = async (urlList: string[]): Promise<Outcome> => {
    const keyLocation = getSiteService(strapi).absolute(`/${key}.txt`);
    const { host } = new URL(keyLocation);
    for (let start = 0; start < urlList.length; start += MOST_ADDRESSES) {
      const some = urlList.slice(start, start + MOST_ADDRESSES);
      const outcome = await submit(endpoint, { host, key, keyLocation, urlList: some });
      if (outcome.kind !== 'taken') {
        return outcome;
      }
    }
    return { kind: 'taken' };
  };

  /** @returns whether there may be more */
  const tellSome = async (position: number): Promise<boolean> => {
    const changes: ChangeRow[] = await query(strapi, (knex) =>
      knex(tableOf(strapi, CHANGE_UID))
        .where('number', '>', position)
        .orderBy('number')
        .limit(BATCH)
    );
    const last = changes.at(-1);
    if (last === undefined) {
      return false;
    }
    const visible = changes.filter(
      ({ kind, event }) => kind === 'publication' && PUBLIC_EVENTS.has(event)
    );
    const { urls, former } = await addresses.of(visible.map(({ subject }) => subject));
    const outcome = await tell(urls);
    switch (outcome.kind) {
      case 'taken':
        attempts = 0;
        await addresses.markTold(former);
        await states.moveTo(KEY, lease, { position: last.number });
        return changes.length === BATCH;
      case 'refused':
        await states.moveTo(KEY, lease, { position, isGone: true });
        strapi.log.error(
          `IndexNow is switched off: ${endpoint} ${outcome.reason}. The key has to be at ` +
            `${getSiteService(strapi).absolute(`/${key}.txt`)}; a restart goes on`
        );
        return false;
      case 'failed': {
        attempts += 1;
        const pause =
          outcome.retryAfter === undefined
            ? (pauseAfter(attempts) ?? DAY_SECONDS)
            : granted(outcome.retryAfter);
        notBefore = Date.now() + pause * 1000;
        strapi.log.warn(
          `IndexNow: ${endpoint} ${outcome.reason}; next try in ${Math.ceil(pause)} seconds`
        );
        return false;
      }
    }
  };

  const look = async (): Promise<void> => {
    const sequence = getChangeSequenceService(strapi);
    await sequence.number();
    let { position, disabledAt } = await states.find(KEY);
    const mayTell = disabledAt === null && Date.now() >= notBefore;
    if (!mayTell || position >= (await sequence.last()) || !(await states.claim(KEY, lease))) {
      return;
    }
    try {
      do {
        // Renewed for each batch, which ends well before the lease does.
        ({ position, disabledAt } = await states.find(KEY));
      } while (
        !loop.isStopping() &&
        (await states.claim(KEY, lease)) &&
        (await tellSome(position))
      );
    } finally {
      await states.release(KEY, lease);
    }
  };

  const loop = createBackgroundLoop({
    name: 'BotIndexNow',
    work: look,
    onError: (error) => void strapi.log.warn(error),
    intervalMilliseconds: INTERVAL_MILLISECONDS,
    gatherMilliseconds: GATHER_MILLISECONDS,
  });

  return {
    /** Starts to tell what changes from now on; without a key it does nothing. */
    async start(): Promise<void> {
      if (key === '') {
        return;
      }
      const sequence = getChangeSequenceService(strapi);
      await sequence.number();
      await states.begin(KEY, await sequence.last());
      await states.enable(KEY);
      loop.start();
    },

    /** Says that there may be something to tell. Returns at once, never throws. */
    wake: (): void => loop.wake(),

    /** How things stand; nothing without a key. */
    async states(): Promise<ReaderState[]> {
      if (key === '') {
        return [];
      }
      const { position, disabledAt } = await states.find(KEY);
      const newest = await getChangeSequenceService(strapi).last();
      return [
        {
          url: endpoint,
          behind: Math.max(0, newest - position),
          waiting: 0,
          dead: 0,
          disabledAt: disabledAt?.toISOString() ?? null,
        },
      ];
    },

    /** Stops between two batches, and waits for the one under way, for so many milliseconds at most. */
    stop: (milliseconds: number): Promise<void> => loop.stop(milliseconds),
  };
};

export const getIndexNowService = serviceOf<typeof createIndexNowService>('indexNow');
