import type { PublicationItem } from '../publications';

/** What `GET /bot/schedules/:type/:id` tells the panel; null of a type that has none, or that this person may not read. */
export interface PanelSchedule extends Pick<PublicationItem, 'publishAt' | 'unpublishAt'> {
  /** Why it failed when it was due. */
  error: string | null;
  /** Whether the person who asks may change it. */
  canChange: boolean;
}

/** `GET /bot/schedules/:type?from=&to=`: a publication that is published or taken back between two times. */
export interface ScheduledPublication extends PanelSchedule {
  id: string;
  title: string | null;
}
