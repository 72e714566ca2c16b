import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

const positive = z.number().int().positive();

export const changeSettings = defineSettings(
  'changes',
  z.strictObject({
    /** Number of days for which changes are stored. */
    days: positive,
    /** Default number of items per page. */
    pageDefault: positive,
    pageMaximum: positive,
  }),
  { days: 90, pageDefault: 100, pageMaximum: 1000 }
);
