import type { Core } from '@strapi/strapi';

import { getTemporaryDirectoryService } from './bytes/temporary-directory';
import { getWebhookWorkerService } from './changes/webhooks/worker';
import { botConfig } from './config';
import { getGracefulShutdownService } from './http/connections/graceful-shutdown';
import { getIdempotencyService } from './http/idempotency/idempotency';
import { getRequestStatisticsService } from './http/statistics/statistics';
import { getSwitchesService } from './http/switches/switches';
import { getRateLimitService } from './http/limits/rate-limit';
import { getIndexNowService } from './index-now';
import { isInert } from './inert';
import { getMaterialLeaseService } from './materials/lease/lease';
import { getMediaService } from './materials/media';
import { getRepairService } from './publications/repair';
import { getSearchIndexService } from './publications/search/indexer';
import { getRestoreClaimsService } from './removals/trash/restore-claims';
import { getTrashWorkerService } from './removals/trash/worker';
import { getRemovalWorkerService } from './removals/worker';
import { getScheduleWorkerService } from './schedule/worker';

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
    getTrashWorkerService(strapi).stop(patience),
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
  getRestoreClaimsService(strapi).stop();
  getTemporaryDirectoryService(strapi).stop();
};

export default destroy;
