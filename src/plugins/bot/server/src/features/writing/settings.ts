import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/** Settings of the panel's text field. */
export const writingSettings = defineSettings(
  'writing',
  z.strictObject({
    /**
     * A service of the site, for example `api::site.typed-draft`, whose `render(documentId, values)` returns the HTML
     * of the page with unsaved values. Blank disables the preview.
     */
    renderer: z.union([z.literal(''), z.string().regex(/^(api|plugin)::[\w-]+\.[\w-]+$/)]),
  }),
  { renderer: '' }
);
