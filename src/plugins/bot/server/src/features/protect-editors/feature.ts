import type { Feature } from '../../core/feature';
import changes from '../changes/feature';
import { areEditorsProtected, beforeUncheckedWrite } from '../publications';
import publications from '../publications/feature';

import {
  assertNotChangedByEditor,
  createLoadedVersionRule,
  protectsEditors,
  showRevisionToPanel,
} from './loaded-version';

/**
 * Feature that rejects a write of the bot, or a save from an outdated form in the panel, if the write would unknowingly
 * overwrite newer changes.
 */
export default {
  name: 'protect-editors',
  needs: [changes, publications],
  register(strapi) {
    showRevisionToPanel(strapi);
    areEditorsProtected.answer(strapi, () => protectsEditors(strapi));
    beforeUncheckedWrite.on(strapi, ({ id, protectEditors: isAsked }) =>
      isAsked || protectsEditors(strapi) ? assertNotChangedByEditor(strapi, id) : undefined
    );
  },
  writes: (strapi) => [createLoadedVersionRule(strapi)],
} satisfies Feature;
