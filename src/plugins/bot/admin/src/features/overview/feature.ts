import { Earth, Eye, Lightning } from '@strapi/icons';

import type { PanelFeature } from '../../core/feature';
import { PERMISSIONS } from '../../core/permissions';
import { text } from '../../core/texts/texts';

const { page: permissions, switches } = PERMISSIONS;

/** Status, activity and review on the Bot page, the pause of the bot, and the widgets of the homepage. */
export const overview: PanelFeature = {
  name: 'overview',
  botPage: [
    { tab: 'state', permissions, load: () => import('./state/tab') },
    { tab: 'today', permissions, load: () => import('./today/tab') },
    { tab: 'review', permissions, load: () => import('./review/tab') },
    { tab: 'switches', permissions: switches, load: () => import('./pause-card') },
  ],
  widgets: [
    ['bot', 'BotWidget', Lightning, text('page.widget.bot')] as const,
    ['review', 'ReviewWidget', Eye, text('page.widget.review')] as const,
    ['live', 'LiveWidget', Earth, text('page.widget.live')] as const,
  ].map(([id, name, icon, title]) => {
    const load = async () => ({ default: (await import('./widgets'))[name] });
    return { id, icon, title, permissions, load };
  }),
};
