import { defineQuestion } from '../../core/hooks';
import type { StoredObject } from '../../core/strapi/uploads/stored-object';

import type { Removal } from './queue';

/**
 * Asked before bytes are removed.
 * @returns what makes sure, of one of the removals, that nothing is lost which is still needed, and gives what may be
 *   removed; it throws what the storage says
 */
export const beforeRemoval = defineQuestion<
  Removal[],
  Promise<(removal: Removal) => Promise<StoredObject[]>>
>(
  async () =>
    async ({ objects }) =>
      objects
);
