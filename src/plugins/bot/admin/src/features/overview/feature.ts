import { Earth, Eye, Lightning } from '@strapi/icons';

import type { PanelFeature } from '../../core/feature';
import { PERMISSIONS } from '../../core/permissions';
import { text } from '../../core/texts/texts';

const { page: permissions, switches } = PERMISSIONS;

/** What the bot and people do on the site. */
export const overview: PanelFeature = {
  name: 'overview',
  botPage: [
    { tab: 'state', permissions, load: () => import('./state/tab') },
    { tab: 'today', permissions, load: () => import('./today/tab') },
    { tab: 'review', permissions, load: () => import('./review/tab') },
    { tab: 'switches', permissions: switches, load: () => import('./pause-card') },
  ],
  widgets: [
    ['bot', Lightning, text('page.widget.bot'), () => import('./widgets/bot')] as const,
    ['review', Eye, text('page.widget.review'), () => import('./widgets/review')] as const,
    ['live', Earth, text('page.widget.live'), () => import('./widgets/live')] as const,
  ].map(([id, icon, title, load]) => ({ id, icon, title, permissions, load })),
};
