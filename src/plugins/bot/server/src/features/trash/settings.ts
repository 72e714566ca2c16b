import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

export const trashSettings = defineSettings(
  'trash',
  z.strictObject({
    /** Retention of deleted publications in days; 0 disables the trash. */
    days: z.int().nonnegative(),
  }),
  { days: 0 }
);
