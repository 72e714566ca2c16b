import type { Feature } from '../../core/feature';
import changes from '../changes/feature';
import fields from '../fields/feature';
import materials from '../materials/feature';
import publications from '../publications/feature';

import { createDocumentWriter } from './document-writer';
import { fastPathSettings } from './eligibility';
import { createFastPathVerdict, createVerification } from './verification/verdict';
import { createFastPath } from './writes';

/** Feature that writes the bot's simple publications with few statements. */
export default {
  name: 'fast-path',
  needs: [changes, materials, fields, publications],
  settings: [fastPathSettings],
  services: { documentWriter: createDocumentWriter, fastPathVerdict: createFastPathVerdict },
  writes: (strapi) => [createFastPath(strapi)],
  companions: (strapi) => [createVerification(strapi)],
} satisfies Feature;
