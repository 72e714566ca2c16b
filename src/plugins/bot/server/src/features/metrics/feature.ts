import type { Feature } from '../../core/feature';
import changes from '../changes/feature';
import materials from '../materials/feature';
import removals from '../removals/feature';

import controller from './controller';
import { createMetricsService, getMetricsService } from './metrics';
import { metricsSettings } from './settings';

/** Tells Prometheus what is asked of this instance, what waits, and how it does. */
const metrics: Feature = {
  name: 'metrics',
  needs: [changes, removals, materials],
  settings: [metricsSettings],
  operations: { readMetrics: 'metrics.read' },
  controllers: { metrics: controller },
  services: { metrics: createMetricsService },
  register(strapi) {
    getMetricsService(strapi).start();
  },
};

export default metrics;
