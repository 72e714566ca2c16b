import type { Feature } from '../../core/feature';
import materials from '../materials/feature';
import publications from '../publications/feature';
import removals from '../removals/feature';

import { createReconcilerService } from './reconciler';
import { createStorageComparisonService } from './storage-comparison';

/** Finds leftovers of a crash or of a restored backup, for the command `strapi-plugin-fleet-bot reconcile`. */
export default {
  name: 'reconciliation',
  isRequired: true,
  needs: [removals, materials, publications],
  services: {
    reconciler: createReconcilerService,
    storageComparison: createStorageComparisonService,
  },
} satisfies Feature;
