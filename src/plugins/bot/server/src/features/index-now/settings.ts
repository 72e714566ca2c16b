import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/** Settings for notifying search engines of public pages (https://www.indexnow.org). */
export const indexNowSettings = defineSettings(
  'indexNow',
  z.strictObject({
    /** Key that proves ownership of the site, served at `/<key>.txt`. Blank disables the feature. */
    key: z
      .string()
      .regex(/^(?:[A-Za-z0-9-]{8,128})?$/, 'must be 8 to 128 letters, digits and dashes'),
    /** Search engine that receives submissions and forwards them to others. */
    endpoint: z.url({ protocol: /^https?$/ }),
  }),
  { key: '', endpoint: 'https://api.indexnow.org/indexnow' }
);
