import type { ReaderState, WebhookOverview } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { serviceOf } from '../../core/service';
import { toDate, transaction } from '../../core/database/connection';
import type { RecordResult } from '../../core/protocol/send';
import { getChangeSequenceService, toItem, createReaderCursors } from '../changes';

import { createDeliveries, type DeadDelivery } from './deliveries';
import { endpointsOf } from './settings';

/** Maximum numbers of deliveries to list and to count. */
const SHOWN = 100;
const COUNTED = 1_000;

const toDead = (dead: DeadDelivery): WebhookOverview['dead'][number] => ({
  change: toItem(dead),
  attempts: dead.attempts,
  lastError: dead.last_error,
  deadSince: toDate(dead.dead_since).toISOString(),
});

/** Lists the deliveries that receivers have not accepted, and retries them. */
export const createWebhookOverviewService = ({ strapi }: { strapi: Core.Strapi }) => {
  const states = createReaderCursors(strapi);
  const deliveries = createDeliveries(strapi);
  const endpoints = () => endpointsOf(strapi);

  const service = {
    /** Lists the receivers in the order of their configuration. */
    async list(): Promise<WebhookOverview[]> {
      const newest = await getChangeSequenceService(strapi).lastToBe();
      return Promise.all(
        endpoints().map(async ({ key, shownUrl, events }) => {
          const { position, lastTakenAt, disabledAt } = await states.find(key);
          return {
            url: shownUrl,
            events: events ?? null,
            behind: Math.max(0, newest - position),
            waiting: await deliveries.count(key, COUNTED),
            lastTakenAt: lastTakenAt?.toISOString() ?? null,
            disabledAt: disabledAt?.toISOString() ?? null,
            dead: (await deliveries.dead(key, SHOWN)).map(toDead),
          };
        })
      );
    },

    /** Enables receivers disabled by a 410, and retries all given-up and waiting deliveries. @returns number of changes */
    async retry(record: RecordResult<number>): Promise<number> {
      return transaction(strapi, async () => {
        let retried = 0;
        for (const { key } of endpoints()) {
          await states.enable(key);
          retried += await deliveries.restart(key);
        }
        await record(retried);
        return retried;
      });
    },

    async states(): Promise<ReaderState[]> {
      const found = await service.list();
      return found.map(({ url, behind, waiting, dead, disabledAt }) => ({
        url,
        behind,
        waiting,
        dead: dead.length,
        disabledAt,
      }));
    },
  };
  return service;
};

export const getWebhookOverviewService =
  serviceOf<typeof createWebhookOverviewService>('webhookOverview');
