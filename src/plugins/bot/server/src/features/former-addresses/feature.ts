import type { Feature } from '../../core/feature';

import { formerSlugsOf } from '../publications';
import publications from '../publications/feature';

import {
  createFormerAddressService,
  formerAddress,
  createFormerAddressWrites,
  getFormerAddressService,
} from './former-addresses';

/** Feature that redirects readers from former URLs of works. */
export default {
  name: 'former-addresses',
  needs: [publications],
  contentTypes: { 'former-address': formerAddress },
  services: { formerAddress: createFormerAddressService },
  register(strapi) {
    formerSlugsOf.answer(strapi, (ids) => getFormerAddressService(strapi).slugsOf(ids));
  },
  writes: (strapi) => [createFormerAddressWrites(strapi)],
} satisfies Feature;
