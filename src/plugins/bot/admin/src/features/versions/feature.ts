import type { PanelFeature } from '../../core/feature';

import { VersionPanel } from './panel';

/** Panel feature: earlier versions of a publication. */
export const versions: PanelFeature = {
  name: 'versions',
  sidePanels: [VersionPanel],
};
