import type { PanelFeature } from '../../core/feature';

import { AutosaveNotice } from './notice';

/** Keeps unsaved changes of any form until they are saved. */
export const autosave: PanelFeature = {
  name: 'autosave',
  editView: [AutosaveNotice],
};
