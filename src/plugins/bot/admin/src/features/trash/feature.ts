import type { PanelFeature } from '../../core/feature';
import { PERMISSIONS } from '../../core/permissions';

/** The Trash tab of the Bot page. */
export const trash: PanelFeature = {
  name: 'trash',
  botPage: [{ tab: 'trash', permissions: PERMISSIONS.trash, load: () => import('./tab') }],
};
