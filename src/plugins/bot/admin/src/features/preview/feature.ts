import type { PanelFeature } from '../../core/feature';

import { DraftLinkPanel } from './draft-link';

/** A link to a draft, for people without a login. */
export const preview: PanelFeature = {
  name: 'preview',
  sidePanels: [DraftLinkPanel],
};
