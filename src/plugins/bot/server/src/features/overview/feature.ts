import type { Feature } from '../../core/feature';
import changes from '../changes/feature';
import publications from '../publications/feature';
import removals from '../removals/feature';

import controller from './controller';
import { createStateService } from './state';

const allowed = { permission: 'page' };

/** The panel's Bot page. */
export default {
  name: 'overview',
  needs: [changes, removals, publications],
  permissions: {
    page: 'View the Bot page',
    switches: 'Pause the bot and protect editors’ changes',
  },
  panelRoutes: [
    { method: 'GET', path: '/overview/state', handler: 'overview.state', allowed },
    { method: 'GET', path: '/overview/days', handler: 'overview.days', allowed },
    { method: 'GET', path: '/overview/timeline', handler: 'overview.timeline', allowed },
    { method: 'GET', path: '/overview/review', handler: 'overview.review', allowed },
    { method: 'PUT', path: '/overview/reviewed', handler: 'overview.markReviewed', allowed },
    {
      method: 'PUT',
      path: '/overview/switches',
      handler: 'overview.change',
      allowed: { permission: 'switches' },
    },
  ],
  controllers: { overview: controller },
  services: { state: createStateService },
} satisfies Feature;
