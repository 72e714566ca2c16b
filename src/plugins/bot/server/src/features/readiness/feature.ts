import type { Feature } from '../../core/feature';

import controller from './controller';

/** Reports the status of each part of the site to monitoring tools. */
export default {
  name: 'readiness',
  operations: { checkReadiness: 'readiness.check' },
  controllers: { readiness: controller },
} satisfies Feature;
