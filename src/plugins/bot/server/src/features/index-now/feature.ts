import type { Feature } from '../../core/feature';
import { readersOfChanges } from '../changes';
import changes from '../changes/feature';
import formerAddresses from '../former-addresses/feature';
import { areSearchEnginesNotified } from '../former-addresses';
import publications from '../publications/feature';

import { createIndexNowService, getIndexNowService } from './index-now';
import { indexNowSettings } from './settings';

/** Feature that notifies search engines of published, changed and removed pages (https://www.indexnow.org). */
export default {
  name: 'index-now',
  needs: [changes, publications, formerAddresses],
  settings: [indexNowSettings],
  services: { indexNow: createIndexNowService },
  register(strapi) {
    areSearchEnginesNotified.answer(strapi, () => indexNowSettings.of(strapi).key !== '');
    readersOfChanges.answer(strapi, () => getIndexNowService(strapi).states());
  },
  workers: (strapi) => [getIndexNowService(strapi)],
} satisfies Feature;
