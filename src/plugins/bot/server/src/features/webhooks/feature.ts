import { afterCommit } from '../../core/database/connection';
import type { Feature } from '../../core/feature';
import { addExamination } from '../../core/readiness';
import { changesPruned, changesRecorded, readersOfChanges } from '../changes';
import changes from '../changes/feature';

import controller from './controller';
import { createDeliveries, webhookDelivery } from './deliveries';
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
    addExamination(strapi, {
      name: 'webhooks',
      seconds: 5,
      async examine() {
        const receivers = await getWebhookOverviewService(strapi).states();
        const inTrouble = receivers.filter(
          ({ waiting, dead, disabledAt }) => waiting > 0 || dead > 0 || disabledAt !== null
        );
        const said = inTrouble.map(({ url, behind, waiting, dead, disabledAt }) =>
          disabledAt === null
            ? `${url}: ${behind} behind, ${waiting} waiting, ${dead} given up`
            : `${url}: switched off since ${disabledAt}`
        );
        return said.length > 0
          ? ['degraded', said.join('; ')]
          : ['ok', `${receivers.length} receivers take what they are told`];
      },
    });
    readersOfChanges.answer(strapi, () => getWebhookOverviewService(strapi).states());
  },
  workers: (strapi) => [getWebhookWorkerService(strapi)],
};

export default webhooks;
