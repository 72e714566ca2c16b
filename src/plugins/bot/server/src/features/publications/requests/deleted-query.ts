import { z } from 'zod';

import { createValidator } from '../../../core/protocol/validate';

/** Query of the panel's lists of what was deleted. */
export const validateDeletedQuery = createValidator(
  z.strictObject({
    /** In a title, or a whole id. */
    search: z.string().trim().min(1).max(255).optional(),
    /** The number of the last one of the page before. */
    before: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .optional(),
  })
);
