import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

export const versionSettings = defineSettings(
  'versions',
  z.strictObject({
    /** Days for which that is kept; 0 keeps nothing. */
    days: z.int().nonnegative(),
  }),
  { days: 90 }
);
