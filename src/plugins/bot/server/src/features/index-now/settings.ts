import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/** Search engines that are told of public pages (https://www.indexnow.org). */
export const indexNowSettings = defineSettings(
  'indexNow',
  z.strictObject({
    /** What shows that it is this site, at `/<key>.txt`; blank means that none is told. */
    key: z
      .string()
      .regex(/^(?:[A-Za-z0-9-]{8,128})?$/, 'must be 8 to 128 letters, digits and dashes'),
    /** The search engine that is told, which tells the others. */
    endpoint: z.url({ protocol: /^https?$/ }),
  }),
  { key: '', endpoint: 'https://api.indexnow.org/indexnow' }
);
