import type { Core } from '@strapi/strapi';

import { getTemporaryDirectoryService } from './core/bytes/temporary-directory';
import { getWebhookWorkerService } from './features/webhooks/worker';
import { botConfig } from './core/config';
import { getGracefulShutdownService } from './core/http/connections/graceful-shutdown';
import { getIdempotencyService } from './core/http/idempotency/idempotency';
import { getRequestStatisticsService } from './core/http/statistics/statistics';
import { getSwitchesService } from './core/http/switches/switches';
import { getRateLimitService } from './core/http/limits/rate-limit';
import { getIndexNowService } from './features/index-now';
import { isInert } from './core/inert';
import { getMaterialLeaseService } from './features/leases/lease';
import { getMediaService } from './features/materials/media';
import { getRepairService } from './features/publications/repair';
import { getSearchIndexService } from './features/large-sites/search/indexer';
import { getRemovalWorkerService } from './features/removals/worker';
import { getScheduleWorkerService } from './features/schedule/worker';

/** Strapi calls this before it closes connections and the database. */
const destroy = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  if (isInert(strapi)) {
    return;
  }
  const patience = botConfig(strapi).limits.stopSeconds * 1000;
  // Side by side: all have the same time, not one the time that another left.
  await Promise.all([
    getGracefulShutdownService(strapi).stop(patience),
    getRemovalWorkerService(strapi).stop(patience),
    getScheduleWorkerService(strapi).stop(patience),
    getMaterialLeaseService(strapi).stop(patience),
    getRepairService(strapi).stop(patience),
    getSearchIndexService(strapi).stop(patience),
    getWebhookWorkerService(strapi).stop(patience),
    getIndexNowService(strapi).stop(patience),
  ]);
  await getMediaService(strapi).stop();
  getRateLimitService(strapi).stop();
  getSwitchesService(strapi).stop();
  await getRequestStatisticsService(strapi).stop();
  // Until here requests may have been running that need their claims and directories.
  getIdempotencyService(strapi).stop();
  getTemporaryDirectoryService(strapi).stop();
};

export default destroy;
