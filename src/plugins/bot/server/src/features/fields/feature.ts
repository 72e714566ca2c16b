import type { Feature } from '../../core/feature';
import materials from '../materials/feature';

import { fieldSettings } from './settings';

/** Further attributes of the content type, by the names that the bot has for them. */
const fields: Feature = {
  name: 'fields',
  isRequired: true,
  needs: [materials],
  settings: [fieldSettings],
};

export default fields;
