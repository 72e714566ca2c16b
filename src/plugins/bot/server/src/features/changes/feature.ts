import type { Feature } from '../../core/feature';

import { changesRecorded } from './events';
import { createChangeFeedService } from './feed/feed';
import controller from './feed/controller';
import { createChangePruningService, getChangePruningService } from './feed/prune';
import { createChangeSequenceService } from './feed/sequence';
import { createNewestChangeService, getNewestChangeService } from './newest';
import { webhook } from './readers/cursor';
import { createChangeRecorderService } from './recorder';
import { change, indexPublications } from './rows';
import { changeSettings } from './settings';

/** Feature with the table of changes, which the feed and other features read. */
export default {
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
    newestChange: createNewestChangeService,
  },
  register: (strapi) => changesRecorded.on(strapi, () => getNewestChangeService(strapi).recorded()),
  bootstrap: indexPublications,
  companions: (strapi) => [
    { start: () => undefined, stop: () => getNewestChangeService(strapi).stop() },
  ],
  sweeps: { botChangeSweep: (strapi) => getChangePruningService(strapi).sweep() },
} satisfies Feature;
