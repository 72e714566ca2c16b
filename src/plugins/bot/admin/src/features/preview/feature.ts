import type { PanelFeature } from '../../core/feature';

import { DraftLinkPanel } from './draft-link';

/** Panel feature: links to drafts for people without an account. */
export const preview: PanelFeature = {
  name: 'preview',
  sidePanels: [DraftLinkPanel],
};
