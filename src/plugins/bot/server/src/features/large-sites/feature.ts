import type { Core } from '@strapi/strapi';

import type { Feature } from '../../core/feature';
import { addExamination } from '../../core/readiness';

import changes from '../changes/feature';
import publications from '../publications/feature';
import { settling } from '../reconciliation/events';
import reconciliation from '../reconciliation/feature';

import { indexLargeTables, keepIndexesOfLargeTables, largeTableRowsSettings } from './large-tables';
import { createListByStatus, createPanelCount, sortAsIndexes } from './panel-lists';
import { seedPlannerStatistics } from './planner-statistics';
import { createSearchIndexService, getSearchIndexService } from './search/indexer';
import { createProgress } from './search/progress';
import { createSearchByIndex } from './search/search';

/** Who drops an index drops what was told of it, and who makes it again does not tell it. */
const keepIndexes = async (strapi: Core.Strapi): Promise<void> => {
  await indexLargeTables(strapi);
  await seedPlannerStatistics(strapi);
};

/** Keeps the panel's lists and its search quick where there are very many publications. */
const largeSites: Feature = {
  name: 'large-sites',
  needs: [changes, publications, reconciliation],
  settings: [largeTableRowsSettings],
  tables: ['bot_search'],
  services: { searchIndex: createSearchIndexService },
  async register(strapi) {
    const progress = createProgress(strapi, 'search');
    addExamination(strapi, {
      name: 'search',
      seconds: 5,
      async examine() {
        const made = await progress.read();
        if (made === undefined) return ['ok', "Strapi's own search is enough"];
        return made.isFilled
          ? ['ok', 'The index of the search follows changes']
          : ['degraded', `The index of the search is being made; it is at row ${made.row}`];
      },
    });
    settling.on(strapi, () => getSearchIndexService(strapi).beginAgain());
    await keepIndexesOfLargeTables(strapi);
  },
  // Behind what adds the panel's own filters.
  reads: (strapi) => [
    createPanelCount(strapi),
    createListByStatus(strapi),
    sortAsIndexes,
    createSearchByIndex(strapi),
  ],
  bootstrap: keepIndexes,
  workers: (strapi) => [getSearchIndexService(strapi)],
  sweeps: {
    botSearchSweep: (strapi) => getSearchIndexService(strapi).sweep(),
    botIndexSweep: keepIndexes,
  },
};

export default largeSites;
