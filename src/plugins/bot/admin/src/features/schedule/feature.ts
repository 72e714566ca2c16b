import type { PanelFeature } from '../../core/feature';
import { PERMISSIONS } from '../../core/permissions';

import { scheduleColumn, scheduleFilter } from './list';
import { SchedulePanel } from './panel';

/** Panel feature: the times at which publications will be published and unpublished. */
export const schedule: PanelFeature = {
  name: 'schedule',
  botPage: [
    { tab: 'schedule', permissions: PERMISSIONS.page, load: () => import('./calendar/tab') },
  ],
  sidePanels: [SchedulePanel],
  columns: [scheduleColumn],
  filters: () => [scheduleFilter()],
};
