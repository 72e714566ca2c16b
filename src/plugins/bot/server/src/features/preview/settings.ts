import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/** Settings of the preview links. */
export const previewSettings = defineSettings(
  'preview',
  z.strictObject({
    /** Path or absolute URL of the preview page, with `:token` as a placeholder. Blank disables previews. */
    pattern: z.union([z.literal(''), z.string().regex(/:token/, 'must contain :token')]),
    /** Lifetime of a link, in hours. */
    hours: z.number().positive().max(8760),
  }),
  { pattern: '', hours: 24 }
);
