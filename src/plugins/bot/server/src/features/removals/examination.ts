import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import type { Examination } from '../../core/readiness';

import { getRemovalQueueService } from './queue';
import { getRemovalWorkerService } from './worker';

/** Removals are looked at so far. */
const LOOKED_AT = 100;
/** A removal that is due for so long has no worker that takes it. */
const LATE_MILLISECONDS = 10 * 60_000;

/** How the workers do, by what they leave undone: whether they run here, and removals that are late or given up. */
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

export const workersExamination = (strapi: Core.Strapi): Examination => ({
  name: 'workers',
  async examine() {
    const { here, late, stuck, waiting, oldest } = await workersOf(strapi);
    if (late > 0) return ['failed', `No worker has taken a removal since ${oldest?.toISOString()}`];
    if (stuck > 0) return ['degraded', `${stuck} removals were given up; the Bot page shows why`];
    const due = oldest ? `, the first is due at ${oldest.toISOString()}` : '';
    const looked = getRemovalWorkerService(strapi).lookedAt()?.toISOString() ?? 'the start';
    const look = here ? `the last look was at ${looked}` : 'other instances look';
    return ['ok', `${waiting} removals of files wait${due}; ${look}`];
  },
});
