import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/**
 * How many rows a table has had when lists of it get their indexes. Before, to read all rows takes milliseconds, and
 * to keep the indexes would take a tenth of the time of each write.
 */
export const largeTableRowsSettings = defineSettings(
  'largeTableRows',
  z.number().int().nonnegative(),
  5000
);
