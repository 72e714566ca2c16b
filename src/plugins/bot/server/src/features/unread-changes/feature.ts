import type { Feature } from '../../core/feature';
import changes from '../changes/feature';

import controller from './controller';

/** Tells open panels what has changed since they were loaded. */
const unreadChanges: Feature = {
  name: 'unread-changes',
  needs: [changes],
  panelRoutes: [
    // Strapi's own look at who asks takes four questions to the database.
    { method: 'GET', path: '/pulse', handler: 'news.pulse', allowed: 'controller' },
    { method: 'GET', path: '/news/:type', handler: 'news.list', allowed: 'account' },
    { method: 'GET', path: '/news/:type/:id', handler: 'news.document', allowed: 'account' },
  ],
  controllers: { news: controller },
};

export default unreadChanges;
