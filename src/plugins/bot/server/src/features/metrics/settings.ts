import { z } from '@strapi/utils';

import { tokenOrBlank } from '../../core/config';
import { defineSettings } from '../../core/settings';

/** Token that only gives access to the metrics. If blank, the bot's token is used. */
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
