import { z } from 'zod';

import { rowNumber, searched } from '../../../core/protocol/query-parameters';
import { createValidator } from '../../../core/protocol/validate';

/** Query of the panel's lists of what was deleted. */
export const validateDeletedQuery = createValidator(
  z.strictObject({
    /** In a title, or a whole id. */
    search: searched.optional(),
    /** The number of the last one of the page before. */
    before: rowNumber.optional(),
  })
);
