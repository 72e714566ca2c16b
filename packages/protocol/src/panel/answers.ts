import type { ChangeEvent, FeedItem, Who } from '../changes';
import type { Handshake } from '../handshake';
import type { ListedMaterial, MaterialType } from '../materials';
import type { OperationId } from '../operations';
import type { Check } from '../readiness';

/** A page of a list, newest first. */
export interface PanelPage<One> {
  items: One[];
  /** Start of the next page; null on the last one. */
  next: number | null;
}

/** Statistics of the requests of the last days. */
export interface RequestCounts {
  /** Time of the bot's last request and of its last successful one, in milliseconds. */
  lastRequestAt: number | null;
  lastSuccessAt: number | null;
  /**
   * Numbers of requests, keyed by hour in UTC such as `2026-11-22T07`. `refused` contains the numbers of rejected
   * requests by error code.
   */
  hours: Record<string, { requests: number; refused: Record<string, number> }>;
  /** Numbers of rejected requests of the last 31 days, keyed by hour like `hours`. */
  rejected: Record<string, number>;
}

/**
 * `GET /bot/overview/days`: numbers of created works, published works and rejected requests of the day that begins at
 * `day` (ISO 8601).
 */
export interface DailyCounts {
  day: string;
  created: number;
  published: number;
  rejected: number;
}

/** A rejected request to the bot's HTTP API, as an item of the panel's timeline. */
export interface RefusedRequest {
  /** Id of the rejected request, as in the server log. */
  id: string;
  type: 'request.refused';
  timestamp: string;
  data: { method: string; path: string; code: string; message: string };
}

/** A change in the timeline. A restored publication has its own type here; the feed reports it as created. */
export type TimelineChange = Omit<FeedItem, 'type'> & {
  type: FeedItem['type'] | 'publication.restored';
};

/** `GET /bot/overview/timeline`: a change, or a rejected request. */
export type TimelineItem = TimelineChange | RefusedRequest;

/** Settings that administrators can change in the panel. */
export interface Switches {
  /** Start of the bot's pause (ISO 8601), and the name of the administrator. */
  pause: { since: string; by: string | null } | null;
  /** Whether editors' changes are protected from the bot; null if the site's configuration applies. */
  protectEditors: boolean | null;
}

/** State of a receiver of changes: a webhook, or search engines. */
export interface ReaderState {
  url: string;
  /** Number of changes that were not sent yet. */
  behind: number;
  /** Number of changes that wait for a retry. */
  waiting: number;
  /** Number of changes that failed permanently. */
  dead: number;
  disabledAt: string | null;
}

/** `GET /bot/overview/state`: state of the site and its bot. Contains no secrets. */
export interface SiteState {
  site: string;
  contentType: string;
  token: 'set' | 'missing';
  isPreviousTokenAccepted: boolean;
  requests: RequestCounts;
  database: { ok: boolean; client: string };
  storage: { ok: boolean; provider: string };
  /** State of each part of the site, as in `GET /health/ready`. */
  checks: Check[];
  workers: {
    /** Whether the answering instance runs background workers. */
    here: boolean;
    /** Number of overdue file deletions. Above 0 if no instance runs a worker, or if storage is slow. */
    late: number;
    /** Number of file deletions that failed permanently. */
    stuck: number;
  };
  webhooks: ReaderState[];
  /** URLs of the site. `docs` is the API documentation, undefined if the documentation is switched off. */
  addresses: { api: string; health: string; docs?: string; panel: string };
  /** Functions that are disabled because this version of Strapi does not support them. */
  leftOut: string[];
  switches: Switches & { protectEditorsConfigured: boolean };
  /** Operations and limits of the bot on this site. */
  allowed: {
    operations: OperationId[];
    limits: Pick<Handshake['limits'], 'uploadBytes' | 'mediaCount' | 'requests' | 'requestSeconds'>;
  };
}

/**
 * States of works in the review list: drafts of the bot without a review, its scheduled drafts, works that an editor
 * changed after the bot, and reviewed drafts of the bot.
 */
export type ReviewKind = 'drafts' | 'scheduled' | 'changed' | 'reviewed';

/** A publication that needs a review. */
export interface ToReview {
  id: string;
  title: string | null;
  /** Creation of the draft or last change by an editor, with its time and the editor's name. */
  event: ChangeEvent;
  at: string;
  by: string | null;
  /** Time of the scheduled publish. */
  publishAt: string | null;
  /** Whether the bot created another publication with the same title and text within ten minutes. */
  isAlike: boolean;
  /** Permissions of the requesting user for the publication. */
  allowed: ('update' | 'publish' | 'delete')[];
}

/** Answer of `GET /bot/overview/review`. */
export interface ReviewPage extends PanelPage<ToReview> {
  /** Days for which deleted works can be restored; 0 if they cannot. */
  trashDays: number;
}

/** `GET /bot/overview/files`: an unused file. */
export interface UnusedFile extends ListedMaterial {
  /** Time at which the site deletes the file; null for a file that stays. */
  removedAt: string | null;
}

/** `GET /bot/overview/space`: space used by the Media Library in kB. Counts originals only, without resized copies. */
export interface Space {
  kinds: { type: MaterialType | null; count: number; kilobytes: number }[];
  largest: ListedMaterial[];
}

/**
 * `GET /bot/overview/files-in-texts`: a file that is used only in texts, with up to five publications that use the
 * file.
 */
export interface FileInTexts extends ListedMaterial {
  works: { id: string; title: string }[];
}

/** Deletion of a publication that no longer exists; all properties are null if the deletion was not recorded. */
export interface Deletion {
  title: string | null;
  who: Who | null;
  name: string | null;
  /** Time of the event in ISO 8601. */
  at: string | null;
}

/** `GET /bot/unread-changes/:type/:id`: last change of a publication by another user. */
export interface UnreadDocumentChange {
  /** Row id of the newest change on the site, for the next request. */
  latest: number;
  change: { event: ChangeEvent; who: Who; name: string | null; at: string } | null;
}
