import type { Feature } from '../../core/feature';
import changes from '../changes/feature';
import publications from '../publications/feature';
import { settling } from '../reconciliation/events';
import reconciliation from '../reconciliation/feature';

import { createListByStatus } from './by-status';
import { createIndexOrder } from './index-order';
import { createPanelCount } from './panel-count';
import { createSearchIndexService, getSearchIndexService } from './search/indexer';
import { createSearchByIndex } from './search/middleware';
import { seedPlannerStatistics } from './sqlite-statistics/apply';

/** Keeps the panel's lists and its search quick where there are very many publications. */
const largeSites: Feature = {
  name: 'large-sites',
  needs: [changes, publications, reconciliation],
  tables: ['bot_search'],
  services: { searchIndex: createSearchIndexService },
  register(strapi) {
    settling.on(strapi, () => getSearchIndexService(strapi).beginAgain());
  },
  // Behind what adds the panel's own filters.
  reads: (strapi) => [
    createPanelCount(strapi),
    createListByStatus(strapi),
    createIndexOrder(),
    createSearchByIndex(strapi),
  ],
  bootstrap: seedPlannerStatistics,
  workers: (strapi) => [getSearchIndexService(strapi)],
  sweeps: {
    botSearchSweep: (strapi) => getSearchIndexService(strapi).sweep(),
    // Who drops an index drops what was told of it, and who makes it again does not tell it.
    botPlannerSweep: seedPlannerStatistics,
  },
};

export default largeSites;
