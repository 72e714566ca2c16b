import type { Feature } from '../../core/feature';

import { createChangeFeedService } from './feed/feed';
import controller from './feed/controller';
import { createChangePruningService, getChangePruningService } from './feed/prune';
import { createChangeSequenceService } from './feed/sequence';
import { webhook } from './readers/cursor';
import { indexPublications } from './publication-index';
import { createChangeRecorderService } from './recorder';
import { change } from './rows';
import { changeSettings } from './settings';

/** Feature with the table of changes, which the feed and other features read. */
const changes: Feature = {
  name: 'changes',
  isRequired: true,
  settings: [changeSettings],
  contentTypes: { change, webhook },
  operations: { listChanges: 'change.list' },
  controllers: { change: controller },
  services: {
    changeFeed: createChangeFeedService,
    changePruning: createChangePruningService,
    changeRecorder: createChangeRecorderService,
    changeSequence: createChangeSequenceService,
  },
  bootstrap: indexPublications,
  sweeps: { botChangeSweep: (strapi) => getChangePruningService(strapi).sweep() },
};

export default changes;
