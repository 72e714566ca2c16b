import { z } from '@strapi/utils';

import { tokenOrBlank } from '../../core/config';
import { defineSettings } from '../../core/settings';

/** A token that opens the metrics and nothing else; blank means the bot's own. */
export const metricsSettings = defineSettings(
  'metrics',
  z.strictObject({
    token: z
      .string()
      .refine(
        (token) => tokenOrBlank.safeParse(token).success,
        'must be blank, or at least 16 visible ASCII characters without spaces'
      ),
  }),
  { token: '' }
);
