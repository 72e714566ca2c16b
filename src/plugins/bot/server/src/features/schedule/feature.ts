import type { Feature } from '../../core/feature';
import { addExamination } from '../../core/readiness';
import { addToPublicationList, scheduleChanged, schedulesAreCarriedOut } from '../publications';
import publications from '../publications/feature';

import controller from './controller';
import { createDueService, getDueService } from './due';
import { scheduleList } from './schedules';
import { createScheduleWorkerService, getScheduleWorkerService } from './worker';

/** Maximum number of schedules that the readiness check reads. */
const LOOKED_AT = 100;

/** Publishes and unpublishes at scheduled times. */
export default {
  name: 'schedule',
  needs: [publications],
  panelRoutes: [
    { method: 'GET', path: '/schedules/:type', handler: 'schedule.list', allowed: 'account' },
    { method: 'GET', path: '/schedules/:type/:id', handler: 'schedule.get', allowed: 'account' },
    {
      method: 'PUT',
      path: '/schedules/:type/:id',
      handler: 'schedule.change',
      allowed: 'account',
    },
  ],
  controllers: { schedule: controller },
  services: { due: createDueService, scheduleWorker: createScheduleWorkerService },
  register(strapi) {
    addExamination(strapi, {
      name: 'schedules',
      seconds: 5,
      async examine() {
        const failed = await getDueService(strapi).countFailed(LOOKED_AT);
        return failed > 0
          ? [
              'degraded',
              `${failed} schedules could not be carried out so far; scheduleError says why`,
            ]
          : ['ok', 'Scheduled works are published and unpublished on time'];
      },
    });
    schedulesAreCarriedOut.answer(strapi, () => true);
    scheduleChanged.on(strapi, () => getScheduleWorkerService(strapi).wake());
    addToPublicationList(strapi, scheduleList(strapi));
  },
  workers: (strapi) => [getScheduleWorkerService(strapi)],
} satisfies Feature;
