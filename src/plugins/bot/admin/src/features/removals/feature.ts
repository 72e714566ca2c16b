import { Trash } from '@strapi/icons';

import type { PanelFeature } from '../../core/feature';
import { PERMISSIONS } from '../../core/permissions';

import { text } from './texts';

/** Files that storage refuses to remove. */
export const removals: PanelFeature = {
  name: 'removals',
  translations: (locale) => import(`./translations/${locale}.json`),
  botPage: [
    {
      tab: 'files',
      permissions: PERMISSIONS.removals,
      component: async () => (await import('./waiting-removals')).RemovalsCard,
    },
  ],
  widgets: [
    {
      id: 'removals',
      icon: Trash,
      title: text('removals.title'),
      permissions: PERMISSIONS.removals,
      component: async () => (await import('./waiting-removals')).RemovalsWidget,
    },
  ],
};
