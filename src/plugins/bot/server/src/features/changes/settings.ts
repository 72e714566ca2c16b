import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

const positive = z.number().int().positive();

/** The feed of changes. */
export const changeSettings = defineSettings(
  'changes',
  z.strictObject({
    /** Days for which it tells of a change. */
    days: positive,
    /** Items on a page when `limit` is not given. */
    pageDefault: positive,
    /** Items on a page at most. */
    pageMaximum: positive,
  }),
  { days: 90, pageDefault: 100, pageMaximum: 1000 }
);
