import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/** Days after which an unused upload of the bot is deleted; 0 disables that. */
export const unusedUploadDays = defineSettings(
  'unusedUploadDays',
  z.number().nonnegative().max(36_500),
  30
);
