import { addressedMaterial } from '@fleet-bot/protocol';
import _ from 'lodash';

import type { Feature } from '../../core/feature';
import { createValidator } from '../../core/protocol/validate';
import { receiveFromJson } from '../materials';
import materials from '../materials/feature';

import { createAddressReceiver } from './receive';
import { fetchSettings } from './settings';

/** Feature that fetches a material from a URL instead of an upload. */
export default {
  name: 'fetch-by-address',
  needs: [materials],
  settings: [fetchSettings],
  register(strapi) {
    const receiver = _.once(() => createAddressReceiver(strapi));
    const validate = createValidator(addressedMaterial);
    receiveFromJson.answer(strapi, async ({ body, directory, signal }) => {
      const { url, ...metadata } = validate(body);
      return { ...metadata, ...(await receiver()(url, directory, signal)) };
    });
  },
} satisfies Feature;
