import { createPanel } from './core/panel';
import { autosave } from './features/autosave/feature';
import { materials } from './features/materials/feature';
import { entryNotFound } from './features/entry-not-found/feature';
import { overview } from './features/overview/feature';
import { preview } from './features/preview/feature';
import { protectEditors } from './features/protect-editors/feature';
import { publications } from './features/publications/feature';
import { removals } from './features/removals/feature';
import { saveConflicts } from './features/save-conflicts/feature';
import { schedule } from './features/schedule/feature';
import { trash } from './features/trash/feature';
import { unreadChanges } from './features/unread-changes/feature';
import { versions } from './features/versions/feature';
import { writing } from './features/writing/feature';

/** The features of the plugin in the panel, in the order in which they are shown. */
export default createPanel([
  autosave,
  saveConflicts,
  unreadChanges,
  publications,
  writing,
  preview,
  schedule,
  versions,
  overview,
  protectEditors,
  materials,
  removals,
  trash,
  entryNotFound,
]);
