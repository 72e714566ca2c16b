/** What a change is about. */
export const CHANGED_KINDS = ['publication', 'material'] as const;
export type ChangedKind = (typeof CHANGED_KINDS)[number];

/** What can become of each kind. */
export const CHANGE_EVENTS = {
  publication: ['created', 'updated', 'published', 'unpublished', 'deleted'],
  material: ['created', 'updated', 'deleted'],
} as const satisfies Record<ChangedKind, readonly string[]>;
export type ChangeEvent = (typeof CHANGE_EVENTS)['publication'][number];

/** `publication.published` and the like, as the feed and webhooks name changes. */
export type ChangeType = `${ChangedKind}.${ChangeEvent}`;
export const CHANGE_TYPES: readonly ChangeType[] = CHANGED_KINDS.flatMap((kind) =>
  CHANGE_EVENTS[kind].map((event) => `${kind}.${event}` as const)
);

/**
 * Who makes changes: the fleet bot, a person in the admin panel, a client of Strapi's own content
 * API, a worker of this plugin at its time, and code of the site.
 */
export const WHO = ['bot', 'editor', 'api', 'worker', 'site'] as const;
export type Who = (typeof WHO)[number];

export interface Actor {
  who: Who;
  /** Of a person. */
  id: string | null;
  name: string | null;
  /** Of the request by which it was done, under `/api/bot`. */
  requestId: string | null;
}

/** A change as bots are told of it, in the form of Standard Webhooks 1.0.0, section "payload". */
export interface ToldChange {
  type: ChangeType;
  /** When it was made, in UTC (RFC 3339). */
  timestamp: string;
  data: {
    /** Of the publication or the material. */
    id: string;
    externalId: string | null;
    /** As it was after the change; of a material its name. */
    title: string | null;
    by: Pick<Actor, 'who' | 'id' | 'name'>;
    requestId: string | null;
  };
}

/** A change in the feed, with the id by which webhooks tell the same one (`webhook-id`). */
export interface FeedItem extends ToldChange {
  id: string;
}
