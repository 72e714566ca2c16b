import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

export const trashSettings = defineSettings(
  'trash',
  z.strictObject({
    /** Days for which they can be restored; 0 keeps nothing. */
    days: z.int().nonnegative(),
  }),
  { days: 0 }
);
