import { forPublications } from '../../core/content-manager/publication';
import type { PanelFeature } from '../../core/feature';
import { PERMISSIONS } from '../../core/permissions';

import { AlternativeTexts } from './alternative-texts';

/** Panel feature: alternative texts of images, and the Files tab of the Bot page. */
export const materials: PanelFeature = {
  name: 'materials',
  editView: [forPublications(AlternativeTexts)],
  botPage: [{ tab: 'files', permissions: PERMISSIONS.materials, load: () => import('./files') }],
};
