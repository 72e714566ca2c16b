import type { PanelFeature } from '../../core/feature';
import { PERMISSIONS } from '../../core/permissions';

/** Deleted publications, to be restored. */
export const trash: PanelFeature = {
  name: 'trash',
  botPage: [{ tab: 'trash', permissions: PERMISSIONS.trash, load: () => import('./tab') }],
};
