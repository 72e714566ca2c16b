import type { ChangeEvent, FeedItem, Who } from '../changes';
import type { Handshake } from '../handshake';
import type { ListedMaterial, MaterialType } from '../materials';
import type { OperationId } from '../operations';
import type { Check } from '../readiness';

/** A page of a list, the newest first. */
export interface PanelPage<One> {
  items: One[];
  /** Where the next page starts; null on the last one. */
  next: number | null;
}

/** What is known of the requests of the last days. */
export interface RequestCounts {
  /** When the bot has asked last, and when it was last answered as it wanted; milliseconds. */
  lastRequestAt: number | null;
  lastSuccessAt: number | null;
  /** By the hour in UTC, as `2026-11-22T07`; how many were refused, by the code of the error. */
  hours: Record<string, { requests: number; refused: Record<string, number> }>;
}

/** A request under the interface that was refused, in the timeline. */
export interface RefusedRequest {
  /** Its request id. */
  id: string;
  type: 'request.refused';
  timestamp: string;
  data: { method: string; path: string; code: string; message: string };
}

/** A change in the timeline; bots are told that a restored publication was created. */
export type TimelineChange = Omit<FeedItem, 'type'> & {
  type: FeedItem['type'] | 'publication.restored';
};

/** `GET /bot/overview/timeline`: a change, or a request that changed nothing. */
export type TimelineItem = TimelineChange | RefusedRequest;

/** What administrators can switch in the panel. */
export interface Switches {
  /** Since when the bot is paused (ISO 8601), and by whom. */
  pause: { since: string; by: string | null } | null;
  /** Null where the site's configuration decides. */
  protectEditors: boolean | null;
}

/** How things stand with one who is told of changes: a receiver of webhooks, or search engines. */
export interface ReaderState {
  url: string;
  /** Changes that it has not been told of yet. */
  behind: number;
  /** Changes that wait for their next try. */
  waiting: number;
  /** Changes that were given up. */
  dead: number;
  disabledAt: string | null;
}

/** `GET /bot/overview/state`: how things stand between the site and its bot. Nothing secret is in it. */
export interface SiteState {
  site: string;
  contentType: string;
  token: 'set' | 'missing';
  isPreviousTokenAccepted: boolean;
  requests: RequestCounts;
  database: { ok: boolean; client: string };
  storage: { ok: boolean; provider: string };
  /** How each part of the site does, as `GET /health/ready` tells it. */
  checks: Check[];
  workers: {
    /** Whether the instance that answers has workers. */
    here: boolean;
    /** Removals that wait too long: no instance has a worker, or storage is slow. */
    late: number;
    /** Removals that were given up. */
    stuck: number;
  };
  webhooks: ReaderState[];
  /** No `docs` where nothing describes the interface. */
  addresses: { api: string; health: string; docs?: string; panel: string };
  /** What the site runs without, as this version of Strapi does not do what it needs. */
  leftOut: string[];
  switches: Switches & { protectEditorsConfigured: boolean };
  /** What the bot may do here, and how much at once. */
  allowed: {
    operations: OperationId[];
    limits: Pick<Handshake['limits'], 'uploadBytes' | 'mediaCount' | 'requests' | 'requestSeconds'>;
  };
}

/** What people review: the bot's drafts, those that are scheduled, what an editor has changed since, what is done. */
export type ReviewKind = 'drafts' | 'scheduled' | 'changed' | 'reviewed';

/** A publication that somebody has to look at. */
export interface ToReview {
  id: string;
  title: string | null;
  /** What was done, when, and by which editor. */
  event: ChangeEvent;
  at: string;
  by: string | null;
  /** When it goes live by itself. */
  publishAt: string | null;
  /** Whether another draft of the bot has the same title and text, made within ten minutes. */
  isAlike: boolean;
  /** What the person who asks may do with it. */
  allowed: ('update' | 'publish' | 'delete')[];
}

/** `GET /bot/overview/review`. */
export interface ReviewPage extends PanelPage<ToReview> {
  /** For how many days what is deleted can be restored; 0 for not at all. */
  trashDays: number;
}

/** `GET /bot/overview/files`: a file that nothing uses. */
export interface UnusedFile extends ListedMaterial {
  /** When the site removes it by itself; null of one that stays. */
  removedAt: string | null;
}

/** `GET /bot/overview/space`: what the Media Library takes; sizes are those of the originals, in kB. */
export interface Space {
  kinds: { type: MaterialType | null; count: number; kilobytes: number }[];
  largest: ListedMaterial[];
}

/** `GET /bot/overview/files-in-texts`: a file that only texts use, with some of the publications whose texts they are. */
export interface FileInTexts extends ListedMaterial {
  works: { id: string; title: string }[];
}

/** Who deleted a publication that is not there: all null of one that nobody remembers. */
export interface Deletion {
  title: string | null;
  who: Who | null;
  name: string | null;
  /** ISO 8601. */
  at: string | null;
}

/** `GET /bot/unread-changes/:type/:id`: what somebody else has done last to one publication. */
export interface UnreadDocumentChange {
  /** The row of the newest change of all: what to ask with the next time. */
  latest: number;
  change: { event: ChangeEvent; who: Who; name: string | null; at: string } | null;
}
