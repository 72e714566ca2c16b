import type { Feature } from '../../core/feature';
import materials from '../materials/feature';
import publications from '../publications/feature';

import controller from './controller';
import { createDescriptionService } from './description';

/** Tells machines and people what the interface is here: an OpenAPI document, and the handshake. */
const description: Feature = {
  name: 'description',
  needs: [materials, publications],
  operations: { greet: 'description.greet', describeInterface: 'description.openapi' },
  controllers: { description: controller },
  services: { description: createDescriptionService },
};

export default description;
