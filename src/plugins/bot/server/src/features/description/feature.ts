import type { Feature } from '../../core/feature';
import materials from '../materials/feature';
import publications from '../publications/feature';

import controller from './controller';
import { createDescriptionService } from './description';
import docs from './docs-controller';

/** Feature that describes the interface: OpenAPI document, HTML page and handshake. */
export default {
  name: 'description',
  needs: [materials, publications],
  operations: {
    greet: 'description.greet',
    describeInterface: 'description.openapi',
    readDocs: 'docs.page',
    readDocsScript: 'docs.script',
  },
  controllers: { description: controller, docs },
  services: { description: createDescriptionService },
} satisfies Feature;
