import type { PanelPage } from './answers';

/** A publication that was deleted; times are ISO 8601. */
export interface DeletedPublication {
  id: string;
  title: string | null;
  wasPublic: boolean;
  /** Who has deleted it, as changes say it. */
  who: string;
  /** Of the editor, if it was one. */
  name: string | null;
  deletedAt: string;
  /** When it goes for good. */
  purgeAt: string;
  /** When its files go for good; null if none are kept. */
  filesPurgeAt: string | null;
}

/** What `GET /bot/trash` tells. */
export interface DeletedPage extends PanelPage<DeletedPublication> {
  /** For how many days what is deleted can be restored with its files; 0 if they go at once. */
  days: number;
  /** For how many days the texts are kept of what the bot deletes. */
  textDays: number;
  /** What the files of all of them take; sizes are those of the originals. */
  files: { count: number; kilobytes: number };
}

/** What `GET /bot/trash/:id` tells. */
export interface DeletedContent {
  title: string | null;
  /** Markdown. */
  body: string | null;
  media: { id: string; name: string; isGone: boolean }[];
}

/** What `POST /bot/trash/:id/restore` tells. */
export interface RestoredPublication {
  slug: string | null;
  /** Null if it has the slug of before. */
  formerSlug: string | null;
  /** Names of the files without which it comes back. */
  lost: string[];
}
