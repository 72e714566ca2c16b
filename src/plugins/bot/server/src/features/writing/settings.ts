import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/** How the text of a publication is written in the panel. */
export const writingSettings = defineSettings(
  'writing',
  z.strictObject({
    /**
     * A service of the site, such as `api::site.typed-draft`, whose `render(documentId, values)` gives the HTML of
     * the page with what is typed in place of what is saved. Blank means no preview beside the text.
     */
    renderer: z.union([z.literal(''), z.string().regex(/^(api|plugin)::[\w-]+\.[\w-]+$/)]),
  }),
  { renderer: '' }
);
