import type { Core } from '@strapi/strapi';

import type { Examination } from '../../core/readiness';

import { getDueService } from './due';

/** Schedules are looked at so far. */
const LOOKED_AT = 100;

/** Whether schedules are carried out. */
export const schedulesExamination = (strapi: Core.Strapi): Examination => ({
  name: 'schedules',
  seconds: 5,
  async examine() {
    const failed = await getDueService(strapi).countFailed(LOOKED_AT);
    return failed > 0
      ? ['degraded', `${failed} schedules could not be carried out so far; scheduleError says why`]
      : ['ok', 'Schedules are carried out'];
  },
});
