import type { Feature } from '../../core/feature';
import materials from '../materials/feature';

import { fieldSettings } from './settings';

/**
 * The feature `fields`: additional attributes of the content type that the bot may write, with their names in the
 * plugin's API.
 */
export default {
  name: 'fields',
  isRequired: true,
  needs: [materials],
  settings: [fieldSettings],
} satisfies Feature;
