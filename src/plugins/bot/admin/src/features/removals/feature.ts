import { Trash } from '@strapi/icons';

import type { PanelFeature } from '../../core/feature';
import { PERMISSIONS } from '../../core/permissions';
import { text } from '../../core/texts/texts';

const permissions = PERMISSIONS.removals;
const title = text('removals.title');

/** Panel feature: pending and failed file removals. */
export const removals: PanelFeature = {
  name: 'removals',
  botPage: [{ tab: 'files', permissions, load: () => import('./card') }],
  widgets: [{ id: 'removals', icon: Trash, title, permissions, load: () => import('./widget') }],
};
