import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/** Days after which what the bot has uploaded and nobody has used is removed; 0 means never. */
export const unusedUploadDays = defineSettings(
  'unusedUploadDays',
  z.number().nonnegative().max(36_500),
  30
);
