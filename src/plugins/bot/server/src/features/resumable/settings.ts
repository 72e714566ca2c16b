import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/** Uploads in parts. */
export const resumableSettings = defineSettings(
  'resumable',
  z.strictObject({
    /** Where they grow; blank means a folder in the system's temporary one. Instances may share it. */
    directory: z.string(),
    /** Hours after which one that is not whole is removed. */
    hours: z.number().positive(),
  }),
  { directory: '', hours: 24 }
);
