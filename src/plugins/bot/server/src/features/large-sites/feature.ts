import type { Core } from '@strapi/strapi';

import type { Feature } from '../../core/feature';

import publications from '../publications/feature';

import { indexLargeTables, largeTableRowsSettings } from './large-tables';
import { createListByStatus, createPanelCount, sortAsIndexes } from './panel-lists';
import { seedPlannerStatistics } from './planner-statistics';

/**
 * Creates missing indexes of large tables and SQLite's planner statistics. Repeated hourly, because dropping an index
 * also drops its statistics.
 */
const keepIndexes = async (strapi: Core.Strapi): Promise<void> => {
  await indexLargeTables(strapi);
  await seedPlannerStatistics(strapi);
};

/** Feature that keeps the panel's lists fast with very many publications. */
export default {
  name: 'large-sites',
  needs: [publications],
  settings: [largeTableRowsSettings],
  // Middlewares that run after those that add the panel's filters.
  reads: (strapi) => [createPanelCount(strapi), createListByStatus(strapi), sortAsIndexes],
  bootstrap: keepIndexes,
  sweeps: { botIndexSweep: keepIndexes },
} satisfies Feature;
