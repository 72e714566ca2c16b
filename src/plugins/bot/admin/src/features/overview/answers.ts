import type { Actor } from '../../core/texts/texts-of';

/** A change, as `GET /bot/overview/timeline` tells it. */
export interface Change {
  id: string;
  type: string;
  timestamp: string;
  data: {
    id: string;
    title: string | null;
    by: Actor;
    requestId: string | null;
  };
}

export interface Timeline {
  items: Change[];
  next: number | null;
}

/** What `GET /bot/overview/review` tells. */
export interface Review {
  drafts: { id: string; title: string | null; createdAt: string }[];
  moreDrafts: boolean;
  changed: { id: string; title: string | null; event: string; at: string; by: string | null }[];
  /** For how many days what is deleted can be restored; 0 for not at all. */
  trashDays: number;
}

/** Changes of a day, as `GET /bot/overview/week` tells them. */
export interface Day {
  from: string;
  by: Record<string, number>;
  published: number;
}
