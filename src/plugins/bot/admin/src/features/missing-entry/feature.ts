import type { PanelFeature } from '../../core/feature';

import { replaceErrorPage } from './missing-entry';

/** The page at the address of a deleted publication. */
export const missingEntry: PanelFeature = {
  name: 'missing-entry',
  bootstrap: replaceErrorPage,
};
