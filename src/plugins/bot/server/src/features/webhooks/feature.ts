import { afterCommit } from '../../core/database/connection';
import type { Feature } from '../../core/feature';
import { addExamination } from '../../core/readiness';
import { changesPruned, changesRecorded, readersOfChanges } from '../changes';
import changes from '../changes/feature';

import controller from './controller';
import { createDeliveries, webhookDelivery } from './deliveries';
import { createWebhookOverviewService, getWebhookOverviewService } from './overview';
import { webhookSettings } from './settings';
import { createWebhookWorkerService, getWebhookWorkerService } from './dispatcher';

/** Sends changes to the receivers in the site's configuration. */
export default {
  name: 'webhooks',
  needs: [changes],
  settings: [webhookSettings],
  contentTypes: { 'webhook-delivery': webhookDelivery },
  operations: { listWebhooks: 'webhook.list', retryWebhooks: 'webhook.retry' },
  controllers: { webhook: controller },
  services: {
    webhookOverview: createWebhookOverviewService,
    webhookWorker: createWebhookWorkerService,
  },
  register(strapi) {
    changesRecorded.on(strapi, () => {
      const worker = getWebhookWorkerService(strapi);
      if (worker.isRunning()) afterCommit(() => worker.wake());
    });
    changesPruned.on(strapi, (before) => createDeliveries(strapi).dropBefore(before));
    addExamination(strapi, {
      name: 'webhooks',
      seconds: 5,
      async examine() {
        const receivers = await getWebhookOverviewService(strapi).list();
        const lines = receivers.map(({ url, behind, waiting, dead, lastTakenAt, disabledAt }) => {
          const backlog = `${behind} behind, ${waiting} waiting, ${dead.length} given up`;
          const state = disabledAt === null ? backlog : `switched off since ${disabledAt}`;
          return `${url}: ${state}, ${lastTakenAt ? `last took one at ${lastTakenAt}` : 'has taken none yet'}`;
        });
        const inTrouble = receivers.filter(
          ({ waiting, dead, disabledAt }) => waiting > 0 || dead.length > 0 || disabledAt !== null
        );
        return [
          inTrouble.length > 0 ? 'degraded' : 'ok',
          lines.join('; ') || 'No receiver is configured',
        ];
      },
    });
    readersOfChanges.answer(strapi, () => getWebhookOverviewService(strapi).states());
  },
  workers: (strapi) => [getWebhookWorkerService(strapi)],
} satisfies Feature;
