import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/** Addresses of drafts for people who cannot log in. */
export const previewSettings = defineSettings(
  'preview',
  z.strictObject({
    /** Path, or whole address, of the page that shows a draft; `:token` is filled in. Blank means none. */
    pattern: z.union([z.literal(''), z.string().regex(/:token/, 'must contain :token')]),
    /** Hours for which such an address is good. */
    hours: z.number().positive().max(8760),
  }),
  { pattern: '', hours: 24 }
);
