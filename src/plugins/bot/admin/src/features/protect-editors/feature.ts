import type { PanelFeature } from '../../core/feature';
import { PERMISSIONS } from '../../core/permissions';

/** The setting that protects editors' changes from the bot. */
export const protectEditors: PanelFeature = {
  name: 'protect-editors',
  botPage: [
    { tab: 'settings', permissions: PERMISSIONS.switches, load: () => import('./setting-card') },
  ],
};
