import type { PanelFeature } from '../../core/feature';

import { VersionPanel } from './panel';

/** Earlier versions of a publication. */
export const versions: PanelFeature = {
  name: 'versions',
  sidePanels: [VersionPanel],
};
