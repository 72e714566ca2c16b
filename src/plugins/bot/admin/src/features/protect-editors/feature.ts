import type { PanelFeature } from '../../core/feature';
import { PERMISSIONS } from '../../core/permissions';

/** The switch that keeps the bot from undoing what editors have changed. */
export const protectEditors: PanelFeature = {
  name: 'protect-editors',
  botPage: [
    { tab: 'switches', permissions: PERMISSIONS.switches, load: () => import('./switch-card') },
  ],
};
