import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/** How publications were before somebody changed, published or deleted them. */
export const versionSettings = defineSettings(
  'versions',
  z.strictObject({
    /** Days for which that is kept; 0 keeps nothing. */
    days: z.int().nonnegative(),
  }),
  { days: 90 }
);
