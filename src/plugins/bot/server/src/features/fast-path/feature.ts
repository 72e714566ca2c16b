import type { Feature } from '../../core/feature';
import changes from '../changes/feature';
import fields from '../fields/feature';
import materials from '../materials/feature';
import publications from '../publications/feature';

import { createDocumentWriter } from './document-writer';
import { isFastPathUsed } from './fence';
import { fastPathSettings } from './settings';
import { createFastPath } from './writes';

/** Feature that writes the bot's simple publications with few statements. */
const fastPath: Feature = {
  name: 'fast-path',
  needs: [changes, materials, fields, publications],
  settings: [fastPathSettings],
  services: { documentWriter: createDocumentWriter },
  writes: (strapi) => (isFastPathUsed(strapi) ? [createFastPath(strapi)] : []),
};

export default fastPath;
