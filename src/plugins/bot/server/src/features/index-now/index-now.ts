import type { ChangeEvent, ReaderState } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { inChunks } from '../../core/database/chunks';
import { getSiteService } from '../../core/http';
import { serviceOf } from '../../core/service';
import {
  changesFrom,
  createReaderCursors,
  createReaderWorker,
  getChangeSequenceService,
  clampRetryAfter,
  pauseAfter,
  type Reader,
} from '../changes';

import { createAddresses } from './addresses';
import { indexNowSettings } from './settings';
import { submit, type Outcome } from './submit';

/** Key of this feature's row in the table that stores how far each reader of changes has read. */
const KEY = 'index-now';
/**
 * Milliseconds between two submissions of URLs to the IndexNow endpoint. Changes between them are submitted together.
 */
const INTERVAL_MILLISECONDS = 5_000;
/** Number of change records read per batch. */
const BATCH = 1_000;
/** Maximum number of URLs per submission (https://www.indexnow.org/documentation). */
const MOST_ADDRESSES = 10_000;
const DAY_SECONDS = 24 * 3_600;
/** Events of publications that change their public pages. */
const PUBLIC_EVENTS: ReadonlySet<ChangeEvent> = new Set(['published', 'unpublished', 'deleted']);

/**
 * Submits published, changed and removed pages to search engines with IndexNow. Reads the table of changes as webhooks
 * do, and stores the number of the last change only after a successful answer. If the process dies before that, the
 * same pages are submitted again.
 */
export const createIndexNowService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { key, endpoint } = indexNowSettings.of(strapi);
  const states = createReaderCursors(strapi);
  const addresses = createAddresses(strapi);
  const keyLocation = () => getSiteService(strapi).absolute(`/${key}.txt`);
  let attempts = 0;
  let notBefore = 0;

  const submitAll = async (urlList: string[]): Promise<Outcome> => {
    const { host } = new URL(keyLocation());
    for (const some of inChunks(urlList, MOST_ADDRESSES)) {
      const submission = { host, key, keyLocation: keyLocation(), urlList: some };
      const outcome = await submit(endpoint, submission);
      if (outcome.kind !== 'taken') return outcome;
    }
    return { kind: 'taken' };
  };

  const searchEngines: Reader = {
    key: KEY,

    async hasWork(newest) {
      const { position, disabledAt } = await states.find(KEY);
      return disabledAt === null && Date.now() >= notBefore && position < newest;
    },

    async deliverBatch(lease) {
      const { position } = await states.find(KEY);
      const changes = await changesFrom(strapi, position + 1, BATCH);
      const last = changes.at(-1);
      if (last === undefined) return false;
      const visible = changes.filter(
        ({ kind, event }) => kind === 'publication' && PUBLIC_EVENTS.has(event)
      );
      const { urls, former } = await addresses.of(visible.map(({ subject }) => subject));
      const outcome = await submitAll(urls);
      switch (outcome.kind) {
        case 'taken':
          attempts = 0;
          await addresses.markSubmitted(former);
          await states.moveTo(KEY, lease, { position: last.number });
          return changes.length === BATCH;
        case 'refused':
          await states.moveTo(KEY, lease, { position, isDisabled: true });
          strapi.log.error(
            `IndexNow is disabled: ${endpoint} ${outcome.reason}. The key must be at ` +
              `${keyLocation()}. A restart enables it again`
          );
          return false;
        case 'failed': {
          attempts += 1;
          const pause =
            outcome.retryAfter === undefined
              ? (pauseAfter(attempts) ?? DAY_SECONDS)
              : clampRetryAfter(outcome.retryAfter);
          notBefore = Date.now() + pause * 1000;
          strapi.log.warn(
            `IndexNow: ${endpoint} ${outcome.reason}; next try in ${Math.ceil(pause)} seconds`
          );
          return false;
        }
      }
    },
  };

  const worker = createReaderWorker(strapi, 'BotIndexNow', INTERVAL_MILLISECONDS, () =>
    key === '' ? [] : [searchEngines]
  );

  return {
    ...worker,

    async start(): Promise<void> {
      await states.enable(KEY);
      await worker.start();
    },

    /** Progress of the submissions to search engines; empty without an IndexNow key. */
    async states(): Promise<ReaderState[]> {
      if (key === '') return [];
      const newest = await getChangeSequenceService(strapi).lastToBe();
      const { position, disabledAt } = await states.find(KEY);
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
  };
};

export const getIndexNowService = serviceOf<typeof createIndexNowService>('indexNow');
