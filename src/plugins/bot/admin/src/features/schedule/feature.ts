import type { PanelFeature } from '../../core/feature';

import { scheduleColumn, scheduleFilter } from './list';
import { SchedulePanel } from './panel';

/** When publications are to be published and taken back. */
export const schedule: PanelFeature = {
  name: 'schedule',
  translations: (locale) => import(`./translations/${locale}.json`),
  sidePanels: [SchedulePanel],
  columns: [scheduleColumn],
  filters: () => [scheduleFilter()],
};
