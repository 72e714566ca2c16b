import { z } from 'zod';

import { rowNumber, searched } from '../../../core/protocol/query-parameters';
import { createValidator } from '../../../core/protocol/validate';

/** Parses the query of the panel's lists of deleted entries. */
export const validateDeletedQuery = createValidator(
  z.strictObject({
    /** A part of a title, or a whole id. */
    search: searched.optional(),
    /** The row id of the last item of the previous page. */
    before: rowNumber.optional(),
  })
);
