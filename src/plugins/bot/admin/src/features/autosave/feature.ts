import type { PanelFeature } from '../../core/feature';

import { AutosaveNotice } from './notice';

/** Keeps what is typed into any form in the browser until it is saved. */
export const autosave: PanelFeature = {
  name: 'autosave',
  editView: [AutosaveNotice],
};
