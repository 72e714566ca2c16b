import { forPublications } from '../../core/content-manager/publication';
import type { PanelFeature } from '../../core/feature';

import { SaveConflictDialog } from './dialog';

/** A save over what somebody else has saved meanwhile. */
export const saveConflicts: PanelFeature = {
  name: 'save-conflicts',
  editView: [forPublications(SaveConflictDialog)],
};
