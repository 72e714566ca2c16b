import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

const positive = z.number().int().positive();

export const changeSettings = defineSettings(
  'changes',
  z.strictObject({
    /** Days for which it tells of a change. */
    days: positive,
    /** Items on a page when `limit` is not given. */
    pageDefault: positive,
    pageMaximum: positive,
  }),
  { days: 90, pageDefault: 100, pageMaximum: 1000 }
);
