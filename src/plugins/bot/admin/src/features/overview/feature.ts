import { Earth, Eye, Lightning } from '@strapi/icons';

import type { PanelFeature } from '../../core/feature';
import { PERMISSIONS } from '../../core/permissions';

import { text } from './texts';

/** What the bot and people do on the site. */
export const overview: PanelFeature = {
  name: 'overview',
  translations: (locale) => import(`./translations/${locale}.json`),
  botPage: [
    {
      tab: 'state',
      permissions: PERMISSIONS.page,
      component: async () => (await import('./state/tab')).StateTab,
    },
    {
      tab: 'today',
      permissions: PERMISSIONS.page,
      component: async () => (await import('./today-tab')).TodayTab,
    },
    {
      tab: 'review',
      permissions: PERMISSIONS.page,
      component: async () => (await import('./review-tab')).ReviewTab,
    },
    {
      tab: 'switches',
      permissions: PERMISSIONS.switches,
      component: async () => (await import('./pause-card')).PauseCard,
    },
  ],
  widgets: [
    {
      id: 'bot',
      icon: Lightning,
      title: text('page.widget.bot'),
      permissions: PERMISSIONS.page,
      component: async () => (await import('./widgets')).BotWidget,
    },
    {
      id: 'review',
      icon: Eye,
      title: text('page.widget.review'),
      permissions: PERMISSIONS.page,
      component: async () => (await import('./widgets')).ReviewWidget,
    },
    {
      id: 'live',
      icon: Earth,
      title: text('page.widget.live'),
      permissions: PERMISSIONS.page,
      component: async () => (await import('./widgets')).LiveWidget,
    },
  ],
};
