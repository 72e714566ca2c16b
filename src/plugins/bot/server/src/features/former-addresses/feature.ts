import type { Feature } from '../../core/feature';

import publications from '../publications/feature';

import {
  createFormerAddressService,
  formerAddress,
  createFormerAddressWrites,
} from './former-addresses';

/** Feature that redirects readers from former URLs of works. */
const formerAddresses: Feature = {
  name: 'former-addresses',
  needs: [publications],
  contentTypes: { 'former-address': formerAddress },
  services: { formerAddress: createFormerAddressService },
  writes: (strapi) => [createFormerAddressWrites(strapi)],
};

export default formerAddresses;
