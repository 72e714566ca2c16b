import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import type { Examination } from '../../core/readiness';

import { getRemovalQueueService } from './queue';
import { getRemovalWorkerService } from './worker';

/** Maximum number of removals to read. */
const LOOKED_AT = 100;
/** Time in milliseconds after which a due removal counts as late, because no worker takes it. */
const LATE_MILLISECONDS = 10 * 60_000;

/**
 * State of the removal workers: whether this instance runs any, and how many removals wait, are late or were given up.
 */
export const workersOf = async (strapi: Core.Strapi) => {
  const { waiting, stuck } = await getRemovalQueueService(strapi).overview(LOOKED_AT);
  const late = Date.now() - LATE_MILLISECONDS;
  return {
    here: botConfig(strapi).runBackgroundJobs,
    late: waiting.filter(({ dueAt }) => dueAt.getTime() < late).length,
    stuck: stuck.length,
    waiting: waiting.length,
    oldest: waiting[0]?.dueAt,
  };
};

/** Makes the readiness check of the removal workers: failed if removals are late, degraded if some were given up. */
export const workersExamination = (strapi: Core.Strapi): Examination => ({
  name: 'workers',
  async examine() {
    const { here, late, stuck, waiting, oldest } = await workersOf(strapi);
    if (late > 0)
      return [
        'failed',
        `No worker has removed files since ${oldest?.toISOString()}. Check that background jobs run`,
      ];
    if (stuck > 0)
      return [
        'degraded',
        `${stuck} files could not be removed from storage. The Bot page shows the reasons`,
      ];
    const due = oldest ? `, the first is due at ${oldest.toISOString()}` : '';
    const looked = getRemovalWorkerService(strapi).lookedAt()?.toISOString() ?? 'the start';
    const look = here ? `the last look was at ${looked}` : 'other instances look';
    return ['ok', `${waiting} removals of files wait${due}; ${look}`];
  },
});
