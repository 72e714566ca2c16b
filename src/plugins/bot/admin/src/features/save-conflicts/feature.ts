import { forPublications } from '../../core/content-manager/publication';
import type { PanelFeature } from '../../core/feature';

import { SaveConflictDialog } from './dialog';

/** Detects a save that would overwrite someone else's newer version. */
export const saveConflicts: PanelFeature = {
  name: 'save-conflicts',
  editView: [forPublications(SaveConflictDialog)],
};
