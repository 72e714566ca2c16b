import type { Feature } from '../../core/feature';
import materials from '../materials/feature';

import { fieldSettings } from './settings';

/** Feature for additional attributes of the content type, with their names in the interface. */
export default {
  name: 'fields',
  isRequired: true,
  needs: [materials],
  settings: [fieldSettings],
} satisfies Feature;
