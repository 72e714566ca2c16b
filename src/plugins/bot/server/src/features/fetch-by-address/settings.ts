import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

import { isHostOrRange } from './network';

export const fetchSettings = defineSettings(
  'uploadByAddress',
  z.strictObject({
    /** Host names, addresses and ranges (`10.0.0.0/8`) allowed in addition to the public internet. */
    allowed: z.array(
      z.string().refine(isHostOrRange, 'must be a host, an address or a range such as 10.0.0.0/8')
    ),
    redirects: z.number().int().nonnegative(),
    seconds: z.number().positive(),
  }),
  { allowed: [], redirects: 5, seconds: 300 }
);
