import type { PublicationItem } from '../publications';

/** Answer of `GET /bot/schedules/:type/:id`; null if the content type is not that of publications. */
export interface PanelSchedule extends Pick<PublicationItem, 'publishAt' | 'unpublishAt'> {
  /** Reason for which the due schedule failed. */
  error: string | null;
  /** Whether the requesting user may change the schedule. */
  canChange: boolean;
}

/** `GET /bot/schedules/:type?from=&to=`: a scheduled publish or unpublish between the times `from` and `to`. */
export interface ScheduledPublication extends PanelSchedule {
  id: string;
  title: string | null;
}
