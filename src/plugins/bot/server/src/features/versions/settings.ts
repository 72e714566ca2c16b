import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

export const versionSettings = defineSettings(
  'versions',
  z.strictObject({
    /** Retention of versions in days; 0 disables them. */
    days: z.int().nonnegative(),
  }),
  { days: 90 }
);
