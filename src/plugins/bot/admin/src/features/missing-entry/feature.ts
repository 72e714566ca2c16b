import type { PanelFeature } from '../../core/feature';

import { replaceErrorPage } from './missing-entry';

/** What stands at the address of a publication that is deleted. */
export const missingEntry: PanelFeature = {
  name: 'missing-entry',
  bootstrap: replaceErrorPage,
};
