import type { Core } from '@strapi/strapi';

import type { Examination } from '../../core/readiness';

import { getWebhookOverviewService } from './overview';

/** How the receivers of webhooks do. */
export const receiversExamination = (strapi: Core.Strapi): Examination => ({
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
