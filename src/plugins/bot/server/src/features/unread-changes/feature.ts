import type { Feature } from '../../core/feature';
import changes from '../changes/feature';

import controller from './controller';

/** Tells open panels what has changed since they were loaded. */
const unreadChanges: Feature = {
  name: 'unread-changes',
  needs: [changes],
  panelRoutes: [
    // Strapi's own look at who asks takes four questions to the database.
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
};

export default unreadChanges;
