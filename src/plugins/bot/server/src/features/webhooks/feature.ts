import { afterCommit } from '../../core/database/connection';
import type { Feature } from '../../core/feature';
import { examinations } from '../../core/readiness';
import { changesPruned, changesRecorded, readersOfChanges } from '../changes';
import changes from '../changes/feature';

import controller from './controller';
import { createDeliveries, webhookDelivery } from './deliveries';
import { receiversExamination } from './examination';
import { createWebhookOverviewService, getWebhookOverviewService } from './overview';
import { webhookSettings } from './settings';
import { createWebhookWorkerService, getWebhookWorkerService } from './worker';

/** Tells the receivers that a site names of what has changed. */
const webhooks: Feature = {
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
    const receivers = receiversExamination(strapi);
    examinations.answer(strapi, () => [receivers]);
    readersOfChanges.answer(strapi, () => getWebhookOverviewService(strapi).states());
  },
  workers: (strapi) => [getWebhookWorkerService(strapi)],
};

export default webhooks;
