import type { Feature } from '../../core/feature';
import { addExamination } from '../../core/readiness';

import { createRemovalQueueService, removal } from './queue';
import controller from './controller';
import { workersExamination } from './examination';
import { createRemovalWorkerService, getRemovalWorkerService } from './worker';

export default {
  name: 'removals',
  isRequired: true,
  contentTypes: { removal },
  permissions: { removals: 'View and retry file removals' },
  panelRoutes: [
    {
      method: 'GET',
      path: '/removals',
      handler: 'removal.overview',
      allowed: { permission: 'removals' },
    },
    {
      method: 'POST',
      path: '/removals/retry',
      handler: 'removal.retry',
      allowed: { permission: 'removals' },
    },
  ],
  controllers: { removal: controller },
  services: {
    removalQueue: createRemovalQueueService,
    removalWorker: createRemovalWorkerService,
  },
  register(strapi) {
    addExamination(strapi, workersExamination(strapi));
  },
  workers: (strapi) => [getRemovalWorkerService(strapi)],
} satisfies Feature;
