import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/** Publications that were deleted, with their files. */
export const trashSettings = defineSettings(
  'trash',
  z.strictObject({
    /** Days for which they can be restored; 0 keeps nothing. */
    days: z.int().nonnegative(),
  }),
  { days: 0 }
);
