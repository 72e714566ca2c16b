import type { Feature } from '../../core/feature';
import changes from '../changes/feature';

import controller from './controller';

/** Notifies open panels of changes since they were loaded. */
export default {
  name: 'unread-changes',
  needs: [changes],
  panelRoutes: [
    // Checks the token in the controller, because Strapi's own authentication needs four queries.
    { method: 'GET', path: '/pulse', handler: 'unread-changes.pulse', allowed: 'controller' },
    {
      method: 'GET',
      path: '/unread-changes/:type',
      handler: 'unread-changes.list',
      allowed: 'account',
    },
    {
      method: 'GET',
      path: '/unread-changes/:type/:id',
      handler: 'unread-changes.document',
      allowed: 'account',
    },
  ],
  controllers: { 'unread-changes': controller },
} satisfies Feature;
