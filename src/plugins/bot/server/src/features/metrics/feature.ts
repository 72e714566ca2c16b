import type { Feature } from '../../core/feature';
import changes from '../changes/feature';
import materials from '../materials/feature';
import removals from '../removals/feature';

import controller from './controller';
import { createMetricsService, getMetricsService } from './metrics';
import { metricsSettings } from './settings';

/** Exports request counts, queue lengths and health of this instance to Prometheus. */
export default {
  name: 'metrics',
  needs: [changes, removals, materials],
  settings: [metricsSettings],
  operations: { readMetrics: 'metrics.read' },
  controllers: { metrics: controller },
  services: { metrics: createMetricsService },
  register(strapi) {
    getMetricsService(strapi).start();
  },
} satisfies Feature;
