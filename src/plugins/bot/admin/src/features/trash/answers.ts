import type { PanelPage } from '@fleet-bot/protocol';

/** A publication that was deleted; times are ISO 8601. */
export interface Deleted {
  id: string;
  title: string | null;
  wasPublic: boolean;
  who: string;
  /** Of the editor, if it was one. */
  name: string | null;
  deletedAt: string;
  purgeAt: string;
  /** When its files go; null if none are kept. */
  filesPurgeAt: string | null;
}

/** What `GET /bot/trash` tells. */
export interface DeletedPage extends PanelPage<Deleted> {
  /** For how many days what is deleted can be restored with its files; 0 if they go at once. */
  days: number;
  /** For how many days the texts are kept of what the bot deletes. */
  textDays: number;
}

/** What `GET /bot/trash/:id` tells. */
export interface DeletedContent {
  title: string | null;
  /** Markdown. */
  body: string | null;
  media: { id: string; name: string; isGone: boolean }[];
}

/** What `POST /bot/trash/:id/restore` tells. */
export interface Restored {
  slug: string;
  /** Null if it has the slug of before. */
  formerSlug: string | null;
  /** Names of the files without which it comes back. */
  lost: string[];
}
