import type { Core } from '@strapi/strapi';

import type { Feature } from '../../core/feature';

import publications from '../publications/feature';

import { indexLargeTables, largeTableRowsSettings } from './large-tables';
import { createListByStatus, createPanelCount, sortAsIndexes } from './panel-lists';
import { seedPlannerStatistics } from './planner-statistics';

/** Who drops an index drops what was told of it, and who makes it again does not tell it. */
const keepIndexes = async (strapi: Core.Strapi): Promise<void> => {
  await indexLargeTables(strapi);
  await seedPlannerStatistics(strapi);
};

/** Keeps the panel's lists quick where there are very many publications. */
const largeSites: Feature = {
  name: 'large-sites',
  needs: [publications],
  settings: [largeTableRowsSettings],
  // Behind what adds the panel's own filters.
  reads: (strapi) => [createPanelCount(strapi), createListByStatus(strapi), sortAsIndexes],
  bootstrap: keepIndexes,
  sweeps: { botIndexSweep: keepIndexes },
};

export default largeSites;
