import type { Feature } from '../../core/feature';
import { examinations } from '../../core/readiness';
import { addToPublicationList, schedulesAreCarriedOut } from '../publications';
import publications from '../publications/feature';

import controller from './controller';
import { createDueService } from './due';
import { schedulesExamination } from './examination';
import { scheduleList } from './schedules';
import { createScheduleWorkerService, getScheduleWorkerService } from './worker';

/** Publishes and takes back when the time has come. */
const schedule: Feature = {
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
    const schedules = schedulesExamination(strapi);
    examinations.answer(strapi, () => [schedules]);
    schedulesAreCarriedOut.answer(strapi, () => true);
    addToPublicationList(strapi, scheduleList(strapi));
  },
  workers: (strapi) => [getScheduleWorkerService(strapi)],
};

export default schedule;
