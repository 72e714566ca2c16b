import type { PanelFeature } from '../../core/feature';

import { replaceErrorPage } from './entry-not-found';

/** The page at the address of a deleted publication. */
export const entryNotFound: PanelFeature = {
  name: 'entry-not-found',
  bootstrap: replaceErrorPage,
};
