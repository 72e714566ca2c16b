import type { Feature } from '../../core/feature';

import controller from './controller';

/** Tells monitors how each part of the site does. */
const readiness: Feature = {
  name: 'readiness',
  operations: { checkReadiness: 'readiness.check' },
  controllers: { readiness: controller },
};

export default readiness;
