import { Earth, Eye, Lightning } from '@strapi/icons';

import type { PanelFeature } from '../../core/feature';
import { PERMISSIONS } from '../../core/permissions';
import { text } from '../../core/texts/texts';

const { page: permissions, switches } = PERMISSIONS;

/**
 * Panel feature: the tabs Status, Activity and Review and the pause card of the Bot page, and widgets of the homepage.
 */
export const overview: PanelFeature = {
  name: 'overview',
  botPage: [
    { tab: 'status', permissions, load: () => import('./status/tab') },
    { tab: 'activity', permissions, load: () => import('./activity/tab') },
    { tab: 'review', permissions, load: () => import('./review/tab') },
    { tab: 'settings', permissions: switches, load: () => import('./pause-card') },
  ],
  widgets: [
    ['bot', 'BotWidget', Lightning, text('page.widget.bot')] as const,
    ['review', 'ReviewWidget', Eye, text('page.widget.review')] as const,
    ['live', 'PublishedWidget', Earth, text('page.widget.published')] as const,
  ].map(([id, name, icon, title]) => {
    const load = async () => ({ default: (await import('./widgets'))[name] });
    return { id, icon, title, permissions, load };
  }),
};
